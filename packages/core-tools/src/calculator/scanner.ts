import { CoreToolError, quoteInput } from '../errors.ts';
import { nearestNames } from '../nearest-names.ts';
import { END, isDigit, isLetter } from './characters.ts';
import { syntaxError } from './failures.ts';
import type { Machine } from './machine.ts';
import type { Name } from './name.ts';
import { findName, knownNames, packCharacter } from './vocabulary.ts';

/** Reads the name at the machine's position, which is at a letter. */
export function readName(machine: Machine): Name {
  const start = machine.position;
  return scanName(machine) ?? unknownName(machine.source, start, machine.position);
}

/** The name that starts at `start`; undefined where it is none that is known. */
export function findNameAt(machine: Machine, start: number): Name | undefined {
  const { position } = machine;
  machine.position = start;
  const name = scanName(machine);
  machine.position = position;
  return name;
}

/** Reads letters and digits and looks them up. */
function scanName(machine: Machine): Name | undefined {
  const { codes } = machine;
  let { position } = machine;
  let code = codes[position] ?? END;
  let packed = 0;
  do {
    packed = packCharacter(packed, code);
    position += 1;
    code = codes[position] ?? END;
  } while (isLetter(code) || isDigit(code));
  machine.position = position;
  return findName(packed);
}

function unknownName(source: string, start: number, end: number): never {
  const written = source.slice(start, end);
  const candidates = nearestNames(written.toLowerCase(), knownNames());
  const hint =
    candidates.length > 0
      ? `did you mean ${candidates.join(' or ')}?`
      : 'only numbers, operators, pi, e and functions such as sqrt, sin, log, max are known';
  throw new CoreToolError(
    'invalid_arguments',
    `Error at position ${start}: unknown name ${quoteInput(written)}; ${hint}`,
    { details: { position: start, hint, candidates } },
  );
}

/** The error for what stands at the machine's position and cannot stand there. */
export function unexpected(machine: Machine, expected: string): CoreToolError {
  const code = machine.nextCode();
  const { position, source } = machine;
  if (code === END) {
    return syntaxError(position, `the expression ends where ${expected} is expected`);
  }
  const character = String.fromCodePoint(source.codePointAt(position) ?? 0);
  return syntaxError(position, `unexpected ${quoteInput(character)} where ${expected} is expected`);
}
