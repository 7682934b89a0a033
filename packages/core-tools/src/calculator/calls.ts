import { COMMA_HINT, groupedArgument, wrongCount, wrongCountAtComma } from './arguments.ts';
import { CARET, CLOSE, COMMA, END, isDigit, isLetter, OPEN, PI_SIGN, POINT } from './characters.ts';
import { syntaxError } from './failures.ts';
import type { Machine } from './machine.ts';
import { isConstant, isWord, LIST, type Name, PI, TIMES_WORD, UNARY } from './name.ts';
import { NOTE_ARGUMENTS, NOTE_BARE_FUNCTION } from './note.ts';
import { BARE_CALL, CALL, OUTERMOST } from './operators.ts';
import { readName, unexpected } from './scanner.ts';

/** Reads a name where a value is expected. True for a constant; behind a function its argument is still to be read. */
export function readNamed(machine: Machine): boolean {
  const start = machine.position;
  const name = readName(machine);
  if (isConstant(name)) {
    if (name.role === PI) machine.push().setPi();
    else machine.push().setEuler();
    return true;
  }
  const code = machine.nextCode();
  if (code === OPEN && (!isWord(name) || name.maxArguments > 1)) {
    openCall(machine, name, start);
  } else if (isWord(name)) {
    const hint =
      name.role === TIMES_WORD ? 'write * to multiply; variables are not known' : undefined;
    throw syntaxError(start, `unexpected "${name.name}" where a value is expected`, hint);
  } else {
    openBareCall(machine, name, start);
  }
  return false;
}

function openCall(machine: Machine, name: Name, start: number): void {
  machine.enter();
  machine.pushOperator(CALL, machine.position);
  machine.pushCall(name, start);
  machine.commaSeparates = name.maxArguments > 1;
  machine.position += 1;
  if (machine.nextCode() === CLOSE) throw wrongCount(name, start, 0);
}

/** `sqrt 16`: the next value only. */
function openBareCall(machine: Machine, name: Name, start: number): void {
  const code = machine.nextCode();
  const written = name.name;
  if (code === END) throw syntaxError(machine.position, `${written} needs a value: ${written}(…)`);
  if (code === CARET || name.role === LIST) {
    throw syntaxError(machine.position, `"(" is expected after ${written}`, `write ${written}(…)`);
  }
  machine.enter();
  machine.pushOperator(BARE_CALL, start);
  machine.pushCall(name, start);
}

/** Applies a function without parentheses. A product without a sign behind it has two readings and is refused. */
export function applyBareCall(machine: Machine): void {
  const { name } = machine.popCall();
  if (startsValue(machine)) {
    throw syntaxError(
      machine.position,
      `it is not clear whether this belongs to ${name.name}`,
      `write parentheses, such as ${name.name}(…)`,
    );
  }
  machine.notes |= NOTE_BARE_FUNCTION;
  name.unary(machine, machine.peek());
}

function startsValue(machine: Machine): boolean {
  const code = machine.nextCode();
  if (code === OPEN || code === PI_SIGN || isDigit(code) || code === POINT) return true;
  if (!isLetter(code)) return false;
  const start = machine.position;
  const name = readName(machine);
  machine.position = start;
  return isConstant(name);
}

/** Reads the `)` behind a complete expression. False where it closes nothing. */
export function closeGroup(machine: Machine): boolean {
  const operator = machine.waitingOperator;
  if (operator === OUTERMOST) return false;
  machine.position += 1;
  machine.popOperator();
  machine.leave();
  // A percentage in parentheses is a plain number.
  machine.peek().dropPercent();
  if (operator === CALL) applyCall(machine);
  return true;
}

function applyCall(machine: Machine): void {
  const { name, start, outerCommaSeparates, count } = machine.popCall();
  machine.commaSeparates = outerCommaSeparates;
  if (count < name.minArguments) throw wrongCount(name, start, count);
  machine.operatorPosition = start;
  if (count === 1 && name.role !== LIST) {
    name.unary(machine, machine.peek());
    return;
  }
  if (name.role === UNARY && groupedArgument(machine, start) !== undefined) {
    machine.notes |= NOTE_ARGUMENTS;
  }
  const result = name.list(machine, machine.popMany(count));
  machine.push().assign(result);
}

/** Reads the `,` behind a complete argument. False where it separates nothing. */
export function continueCall(machine: Machine): boolean {
  if (machine.waitingOperator !== CALL) return false;
  const call = machine.currentCall;
  if (call.count === call.name.maxArguments) throw wrongCountAtComma(machine, call);
  machine.peek().dropPercent();
  machine.position += 1;
  call.count += 1;
  return true;
}

/** At the end of an expression: no parenthesis may wait for its end, and a comma has been read with its number. */
export function requireClosedGroups(machine: Machine): void {
  const code = machine.nextCode();
  if (code === COMMA) throw syntaxError(machine.position, 'unexpected ","', COMMA_HINT);
  if (machine.waitingOperator === OUTERMOST) return;
  if (code === END) {
    throw syntaxError(machine.waitingPosition, 'this "(" is never closed', 'add ")"');
  }
  throw unexpected(machine, '")" or an operator');
}
