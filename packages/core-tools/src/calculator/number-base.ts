import { isLetter } from './characters.ts';
import { domainError, syntaxError } from './failures.ts';
import type { Machine } from './machine.ts';
import { IN_WORD } from './name.ts';
import type { Operand } from './operand.ts';
import { readName, textOf } from './scanner.ts';

/** Reads `in hex` and the like at the end of an expression; 10 where nothing of the kind stands there. */
export function readBase(machine: Machine): number {
  if (!isLetter(machine.nextCode()) || readName(machine).role !== IN_WORD) return 10;
  machine.nextCode();
  const start = machine.position;
  let end = start;
  while (isLetter(machine.codeAt(end))) end += 1;
  const base = baseOf(textOf(machine, start, end).toLowerCase());
  if (base === undefined) {
    throw syntaxError(start, 'a number base is expected', 'write hex, bin, oct or dec');
  }
  machine.operatorPosition = start;
  machine.position = end;
  return base;
}

function baseOf(word: string): number | undefined {
  switch (word) {
    case 'hex':
    case 'hexadecimal':
      return 16;
    case 'bin':
    case 'binary':
      return 2;
    case 'oct':
    case 'octal':
      return 8;
    case 'dec':
    case 'decimal':
      return 10;
    default:
      return undefined;
  }
}

/** `0xFF`, `0b101`, `0o17`: for exact integers only. */
export function textInBase(machine: Machine, value: Operand, base: number): string {
  const exact = value.isExact ? value.toRational() : undefined;
  if (exact?.denominator !== 1n) {
    throw domainError(machine.operatorPosition, 'only integers can be written in another base');
  }
  const isNegative = exact.numerator < 0n;
  const digits = (isNegative ? -exact.numerator : exact.numerator).toString(base).toUpperCase();
  return `${isNegative ? '-' : ''}${prefixOf(base)}${digits}`;
}

function prefixOf(base: number): string {
  if (base === 16) return '0x';
  return base === 8 ? '0o' : '0b';
}
