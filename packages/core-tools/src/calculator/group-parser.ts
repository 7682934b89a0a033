import { CLOSE, COMMA, END, isDigit, isLetter, OPEN, PI_SIGN, POINT, CARET } from './characters.ts';
import { syntaxError } from './failures.ts';
import {
  COMMA_GROUPS_DIGITS,
  COMMA_GROUPS_OR_SEPARATES,
  COMMA_SEPARATES,
  type Machine,
} from './machine.ts';
import { NOTE_BARE_FUNCTION } from './note.ts';
import { enter, leave, LOWEST, parseExpression, PREFIX, pushPi } from './parser.ts';
import { nextCode, readName, unexpected } from './scanner.ts';
import { CONSTANT, LIST, type Name, PI, TIMES, WORD } from './vocabulary.ts';

/** `( expression )`. */
export function parseGroup(machine: Machine): void {
  const start = machine.position;
  enter(machine);
  machine.position += 1;
  parseExpression(machine, LOWEST);
  close(machine, start);
  // A percentage in parentheses is a plain number.
  machine.peek().dropPercent();
}

/** A constant or a function. False when postfix operators behind it have been read already. */
export function parseNamed(machine: Machine): boolean {
  const start = machine.position;
  const name = readName(machine);
  if (name.role === CONSTANT) {
    if (name === PI) pushPi(machine);
    else machine.push().setEuler();
    return true;
  }
  if (nextCode(machine) === OPEN && (name.role !== WORD || name.maxArguments > 1)) {
    parseCall(machine, name, start);
    return true;
  }
  if (name.role === WORD) throw strayWord(name, start);
  parseBareCall(machine, name, start);
  return false;
}

function strayWord(name: Name, start: number): Error {
  const hint = name === TIMES ? 'write * to multiply; variables are not known' : undefined;
  return syntaxError(start, `unexpected "${name.name}" where a value is expected`, hint);
}

function parseCall(machine: Machine, name: Name, start: number): void {
  const open = machine.position;
  const outerMode = machine.commaMode;
  machine.commaMode = commaModeOf(name);
  enter(machine);
  machine.position += 1;
  const count = nextCode(machine) === CLOSE ? 0 : parseArguments(machine);
  close(machine, open);
  machine.commaMode = outerMode;
  if (count < name.minArguments || count > name.maxArguments) {
    throw syntaxError(start, `${name.name} takes ${describeArity(name)}, got ${count}`);
  }
  machine.operatorPosition = start;
  if (count === 1 && name.role !== LIST) {
    name.unary(machine, machine.peek());
    return;
  }
  const result = name.list(machine, machine.popMany(count));
  machine.push().assign(result);
}

function parseArguments(machine: Machine): number {
  parseExpression(machine, LOWEST);
  machine.peek().dropPercent();
  let count = 1;
  while (nextCode(machine) === COMMA) {
    machine.position += 1;
    parseExpression(machine, LOWEST);
    machine.peek().dropPercent();
    count += 1;
  }
  return count;
}

/** `sqrt 16`: the next value only. A product without a sign behind it has two readings and is refused. */
function parseBareCall(machine: Machine, name: Name, start: number): void {
  const code = nextCode(machine);
  const written = name.name;
  if (code === END) throw syntaxError(machine.position, `${written} needs a value: ${written}(…)`);
  if (code === CARET || name.role === LIST) {
    throw syntaxError(machine.position, `"(" is expected after ${written}`, `write ${written}(…)`);
  }
  enter(machine);
  parseExpression(machine, PREFIX);
  leave(machine);
  if (startsValue(machine)) {
    throw syntaxError(
      machine.position,
      `it is not clear whether this belongs to ${written}`,
      `write parentheses, such as ${written}(…)`,
    );
  }
  machine.operatorPosition = start;
  machine.notes |= NOTE_BARE_FUNCTION;
  name.unary(machine, machine.peek());
}

function startsValue(machine: Machine): boolean {
  const code = nextCode(machine);
  if (code === OPEN || code === PI_SIGN || isDigit(code) || code === POINT) return true;
  if (!isLetter(code)) return false;
  const start = machine.position;
  const name = readName(machine);
  machine.position = start;
  return name.role === CONSTANT;
}

function close(machine: Machine, open: number): void {
  const code = nextCode(machine);
  if (code === END) throw syntaxError(open, 'this "(" is never closed', 'add ")"');
  if (code !== CLOSE) throw unexpected(machine, '")" or an operator');
  machine.position += 1;
  leave(machine);
}

function commaModeOf(name: Name): number {
  if (name.role === LIST || name.minArguments > 1) return COMMA_SEPARATES;
  return name.maxArguments > 1 ? COMMA_GROUPS_OR_SEPARATES : COMMA_GROUPS_DIGITS;
}

function describeArity({ minArguments, maxArguments }: Name): string {
  const plural = maxArguments === 1 ? '' : 's';
  if (maxArguments === Infinity)
    return `at least ${minArguments} argument${minArguments === 1 ? '' : 's'}`;
  const range = minArguments === maxArguments ? '' : `${minArguments} or `;
  return `${range}${maxArguments} argument${plural}`;
}
