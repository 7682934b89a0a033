import type { CoreToolError } from '../errors.ts';
import { CLOSE, COMMA, DIGIT_0, END, isDigit, OPEN, POINT } from './characters.ts';
import { syntaxError } from './failures.ts';
import type { Call, Machine } from './machine.ts';
import type { Name } from './name.ts';
import { countDigitsAt, textOf } from './scanner.ts';

export const COMMA_HINT =
  'use a point for decimals (4.5) and commas only before groups of three digits (1,234)';
const MAX_HINT_CHARS = 60;
const SEPARATOR_HINT =
  'a comma separates arguments here: use a point for decimals and no commas inside numbers';

/**
 * The argument without its comma of a call that could be meant to have one, such as `log(1,000)`; undefined for others.
 * The call starts at `start` and ends at the machine's position.
 */
export function groupedArgument(machine: Machine, start: number): string | undefined {
  let open = start;
  while (machine.codeAt(open) !== OPEN) open += 1;
  const comma = findComma(machine, open + 1);
  let first = comma;
  while (isDigit(machine.codeAt(first - 1))) first -= 1;
  const isGroup = comma > first && comma <= first + 3 && machine.codeAt(first) !== DIGIT_0;
  if (!isGroup || machine.codeAt(first - 1) === POINT) return undefined;
  if (countDigitsAt(machine, comma + 1) !== 3) return undefined;
  return textOf(machine, open + 1, comma) + textOf(machine, comma + 1, machine.position - 1);
}

/** How to write a call of `name` with that argument. */
export function groupedArgumentHint(
  machine: Machine,
  start: number,
  name: string,
): string | undefined {
  const argument = groupedArgument(machine, start)?.trim();
  if (argument === undefined) return undefined;
  return argument.length > MAX_HINT_CHARS
    ? SEPARATOR_HINT
    : `a comma separates arguments; for one number write ${name}(${argument})`;
}

/** The comma that ends the argument at `start`. */
function findComma(machine: Machine, start: number): number {
  let depth = 0;
  let position = start;
  for (; position < machine.position; position += 1) {
    const code = machine.codeAt(position);
    if (code === OPEN) depth += 1;
    else if (code === CLOSE) depth -= 1;
    else if (code === COMMA && depth === 0) break;
  }
  return position;
}

export function wrongCount(name: Name, start: number, count: number): CoreToolError {
  return syntaxError(start, describeCount(name, count));
}

/** For the comma at the machine's position, in front of an argument that is one too many. */
export function wrongCountAtComma(machine: Machine, { name, count }: Call): CoreToolError {
  const { position } = machine;
  const isInsideNumber =
    isDigit(machine.codeAt(position - 1)) && isDigit(machine.codeAt(position + 1));
  const hint = name.maxArguments === 1 ? COMMA_HINT : SEPARATOR_HINT;
  return syntaxError(
    position,
    describeCount(name, count + countCommas(machine)),
    isInsideNumber ? hint : undefined,
  );
}

/** Commas of the same call from the machine's position on. */
function countCommas(machine: Machine): number {
  let depth = 0;
  let commas = 0;
  for (let { position } = machine; depth >= 0; position += 1) {
    const code = machine.codeAt(position);
    if (code === END) break;
    if (code === OPEN) depth += 1;
    else if (code === CLOSE) depth -= 1;
    else if (code === COMMA && depth === 0) commas += 1;
  }
  return commas;
}

function describeCount({ name, minArguments, maxArguments }: Name, count: number): string {
  const plural = (maxArguments === Infinity ? minArguments : maxArguments) === 1 ? '' : 's';
  let arity = `${minArguments} or ${maxArguments}`;
  if (maxArguments === Infinity) arity = `at least ${minArguments}`;
  else if (minArguments === maxArguments) arity = `${minArguments}`;
  return `${name} takes ${arity} argument${plural}, got ${count}`;
}
