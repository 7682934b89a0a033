import { CoreToolError, nearestNames, quoteInput } from '../errors.ts';
import { END, isDigit, isLetter, LAST_ASCII, OPEN, SPACE } from './characters.ts';
import { syntaxError } from './failures.ts';
import type { Machine } from './machine.ts';
import { isConstant, isWord, type Name } from './name.ts';
import { findName, knownNames, packCharacter } from './vocabulary.ts';

/** Where the spaces at `start` end. */
export function skipSpaces(machine: Machine, start: number): number {
  let position = start;
  while (machine.codeAt(position) === SPACE) position += 1;
  return position;
}

/** How many digits stand at `start`. */
export function countDigitsAt(machine: Machine, start: number): number {
  let count = 0;
  while (isDigit(machine.codeAt(start + count))) count += 1;
  return count;
}

/** A part of the expression, full-width characters in ASCII. */
export function textOf(machine: Machine, start: number, end: number): string {
  let text = '';
  for (let position = start; position < end; position += 1) {
    const code = machine.codeAt(position);
    text += code > LAST_ASCII ? machine.source.charAt(position) : String.fromCharCode(code);
  }
  return text;
}

/** Reads the name at the machine's position, which is at a letter. */
export function readName(machine: Machine): Name {
  const start = machine.position;
  return scanName(machine) ?? unknownName(machine, start);
}

/** The name that starts at `start`; undefined where it is none that is known. */
export function findNameAt(machine: Machine, start: number): Name | undefined {
  const { position } = machine;
  machine.position = start;
  const name = scanName(machine);
  machine.position = position;
  return name;
}

/** Reads letters and digits and looks them up. A word may touch the number behind it: `5mod3`. */
function scanName(machine: Machine): Name | undefined {
  const { codes } = machine;
  const start = machine.position;
  let position = start;
  let code = codes[position] ?? END;
  let packed = 0;
  do {
    packed = packCharacter(packed, code);
    position += 1;
    code = codes[position] ?? END;
  } while (isLetter(code) || isDigit(code));
  machine.position = position;
  const name = findName(packed);
  if (name !== undefined) return name;
  const letters = scanLetters(machine, start);
  if (letters === undefined || !isWord(letters.name)) return undefined;
  machine.position = letters.end;
  return letters.name;
}

interface ScannedLetters {
  readonly name: Name;
  readonly end: number;
}

/** The name that the letters alone make. */
function scanLetters(machine: Machine, start: number): ScannedLetters | undefined {
  let end = start;
  let packed = 0;
  for (; isLetter(machine.codeAt(end)); end += 1) {
    packed = packCharacter(packed, machine.codeAt(end));
  }
  const name = findName(packed);
  return name === undefined ? undefined : { name, end };
}

/** The error for the name between `start` and the machine's position. */
function unknownName(machine: Machine, start: number): never {
  const end = machine.position;
  const candidates = nearestNames(textOf(machine, start, end).toLowerCase(), knownNames());
  const hint = separatedDigits(machine, start, end) ?? hintOf(candidates);
  const written = machine.source.slice(start, end);
  throw new CoreToolError(
    'invalid_arguments',
    `Error at position ${start}: unknown name ${quoteInput(written)}; ${hint}`,
    { details: { position: start, hint, candidates } },
  );
}

function hintOf(candidates: readonly string[]): string {
  return candidates.length > 0
    ? `did you mean ${candidates.join(' or ')}?`
    : 'only numbers, operators, pi, e and functions such as sqrt, sin, log, max are known';
}

/** How to write a known name that a number touches: `sqrt16`, `2pi3`. */
function separatedDigits(machine: Machine, start: number, end: number): string | undefined {
  const letters = scanLetters(machine, start);
  if (letters === undefined || letters.end + countDigitsAt(machine, letters.end) !== end) {
    return undefined;
  }
  if (machine.codeAt(skipSpaces(machine, end)) === OPEN) return undefined;
  const { name } = letters.name;
  const number = textOf(machine, letters.end, end);
  return isConstant(letters.name) ? `write ${name}*${number}` : `write ${name}(${number})`;
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
