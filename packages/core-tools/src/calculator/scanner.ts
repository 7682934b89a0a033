import { CoreToolError, quoteInput } from '../errors.ts';
import { nearestNames } from '../nearest-names.ts';
import { codeAt, END, isDigit, isLetter, isSpace } from './characters.ts';
import { syntaxError } from './failures.ts';
import type { Machine } from './machine.ts';
import { findName, knownNames, type Name, packName } from './vocabulary.ts';

/** Skips white space and tells what stands at the machine's position then. */
export function nextCode(machine: Machine): number {
  const { source } = machine;
  let code = codeAt(source, machine.position);
  while (isSpace(code)) {
    machine.position += 1;
    code = codeAt(source, machine.position);
  }
  return code;
}

/** Reads the name at the machine's position, which is at a letter. */
export function readName(machine: Machine): Name {
  const { source } = machine;
  const start = machine.position;
  let position = start + 1;
  let code = codeAt(source, position);
  while (isLetter(code) || isDigit(code)) {
    position += 1;
    code = codeAt(source, position);
  }
  machine.position = position;
  return findName(packName(source, start, position)) ?? unknownName(source, start, position);
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
  const code = nextCode(machine);
  const { position, source } = machine;
  if (code === END)
    return syntaxError(position, `the expression ends where ${expected} is expected`);
  const character = String.fromCodePoint(source.codePointAt(position) ?? 0);
  return syntaxError(position, `unexpected ${quoteInput(character)} where ${expected} is expected`);
}
