import { isLetter } from './characters.ts';
import { domainError, syntaxError } from './failures.ts';
import type { Machine } from './machine.ts';
import { IN_WORD } from './name.ts';
import type { Operand } from './operand.ts';
import { readName } from './scanner.ts';

const BASES = new Map<string, number>([
  ['hex', 16],
  ['hexadecimal', 16],
  ['bin', 2],
  ['binary', 2],
  ['oct', 8],
  ['octal', 8],
  ['dec', 10],
  ['decimal', 10],
]);
const PREFIXES = new Map<number, string>([
  [16, '0x'],
  [8, '0o'],
  [2, '0b'],
]);

/** Reads `in hex` and the like at the end of an expression; 10 where nothing of the kind stands there. */
export function readBase(machine: Machine): number {
  if (!isLetter(machine.nextCode()) || readName(machine).role !== IN_WORD) return 10;
  machine.nextCode();
  const start = machine.position;
  const [word = ''] = /^[a-z]*/i.exec(machine.source.slice(start)) ?? [];
  const base = BASES.get(word.toLowerCase());
  if (base === undefined) {
    throw syntaxError(start, 'a number base is expected', 'write hex, bin, oct or dec');
  }
  machine.operatorPosition = start;
  machine.position = start + word.length;
  return base;
}

/** `0xFF`, `0b101`, `0o17`: for exact integers only. */
export function textInBase(machine: Machine, value: Operand, base: number): string {
  const exact = value.isExact ? value.toRational() : undefined;
  if (exact?.denominator !== 1n) {
    throw domainError(machine.operatorPosition, 'only integers can be written in another base');
  }
  const isNegative = exact.numerator < 0n;
  const digits = (isNegative ? -exact.numerator : exact.numerator).toString(base).toUpperCase();
  return `${isNegative ? '-' : ''}${PREFIXES.get(base) ?? ''}${digits}`;
}
