import { decimalText, isDigit, readNumbers, skipSpace } from '@mini-agent/llm-router/rules';
import type { ExpressionCursor } from './expression-cursor.ts';
import type { Expression } from './expression-node.ts';
import {
  binaryNode,
  callNode,
  isPartlyPercent,
  numberNode,
  parenthesised,
} from './expression-node.ts';
import { readPlainParameters, severalNames } from './expression-parameters.ts';
import { operandPower, readBinary } from './expression-parser.ts';
import {
  bareFunctionNames,
  chineseListWords,
  functionNames,
  listWords,
  ordinals,
  trigonometry,
} from './expression-words.ts';

/** `sqrt(2)`, `log(8, 2)`, `sqrt 16`, "sine of 30 degrees", "log base 2 of 8". */
export function readFunction(cursor: ExpressionCursor): Expression | undefined {
  return (
    cursor.attempt(() => readCall(cursor)) ??
    cursor.attempt(() => readBareCall(cursor)) ??
    cursor.attempt(() => readAngle(cursor)) ??
    cursor.attempt(() => readLogarithm(cursor))
  );
}

function nameAt(cursor: ExpressionCursor): string {
  const start = skipSpace(cursor.lower, cursor.at);
  return /^[a-z]{2,9}(?:10|2)?/.exec(cursor.lower.slice(start, start + 12))?.[0] ?? '';
}

function readCall(cursor: ExpressionCursor): Expression | undefined {
  const name = nameAt(cursor);
  if (!functionNames.has(name)) return undefined;
  const start = cursor.at;
  cursor.takeSymbol(name);
  if (!cursor.takeSymbol('(')) return undefined;
  const plain = readPlainParameters(cursor);
  if (plain !== undefined) return callNode(name, plain);
  const parameters: Expression[] = [];
  do {
    const parameter = readBinary(cursor, 0);
    if (parameter === undefined) return undefined;
    parameters.push(parameter);
  } while (cursor.takeSymbol(',') || cursor.takeSymbol('，'));
  if (!cursor.takeSymbol(')')) return undefined;
  // `max(1,234)`: one number or two?
  if (severalNames.has(name) && /\d,\d{3}(?!\d)/.test(cursor.lower.slice(start, cursor.at))) {
    return undefined;
  }
  return { ...callNode(name, parameters), words: parameters.some((parameter) => parameter.words) };
}

/** `sqrt 16`, `sqrt16`, `ln 10`. */
function readBareCall(cursor: ExpressionCursor): Expression | undefined {
  const start = skipSpace(cursor.lower, cursor.at);
  const name = /^[a-z]{2,5}/.exec(cursor.lower.slice(start, start + 8))?.[0] ?? '';
  if (!bareFunctionNames.has(name)) return undefined;
  cursor.at = start + name.length;
  // `log2` and `log10` may be a base, `ln1` and `lg100` cannot.
  const attached = name === 'sqrt' || name === 'ln' || name === 'lg';
  if (!attached && isDigit(cursor.lower[cursor.at])) return undefined;
  if (!/[\d.-]/.test(cursor.peek())) return undefined;
  const operand = readBinary(cursor, operandPower);
  return operand === undefined ? undefined : callNode(name, [operand]);
}

/** An angle in words needs its unit: "sine of 30 degrees", sin 30°, sin30度, 30度的正弦. Without one only 0 is clear. */
function readAngle(cursor: ExpressionCursor): Expression | undefined {
  const word = /^[a-z]+/.exec(cursor.lower.slice(skipSpace(cursor.lower, cursor.at)))?.[0] ?? '';
  const name = trigonometry.get(word);
  if (name !== undefined) {
    cursor.takeSymbol(word);
    cursor.takeWords('of');
    return readMeasured(cursor, name);
  }
  const number = readNumbers(cursor.lower, skipSpace(cursor.lower, cursor.at))[0];
  if (number === undefined || number.denominator !== undefined) return undefined;
  cursor.at = number.end;
  if (!cursor.takeSymbol('度') && !cursor.takeSymbol('°')) return undefined;
  cursor.takeSymbol('角');
  if (!cursor.takeSymbol('的')) return undefined;
  const chinese = [...trigonometry].find(([key]) => cursor.takeSymbol(key));
  cursor.takeSymbol('值');
  if (chinese === undefined) return undefined;
  return callNode(chinese[1], [numberNode(`${decimalText(number.value)}°`, true)]);
}

/** `pi`, `π/2`, `2pi`, in radians. */
function readPiAngle(cursor: ExpressionCursor): string | undefined {
  const start = skipSpace(cursor.lower, cursor.at);
  const written = /^(\d{1,3})? ?\*? ?(?:pi|π)(?:\/(\d{1,3}))?(?: rad(?:ians)?)?(?! ?[/*^]|\w)/.exec(
    cursor.lower.slice(start, start + 24),
  );
  if (written === null) return undefined;
  cursor.at = start + written[0].length;
  const [, times, part] = written;
  return `${times === undefined ? '' : `${times}*`}pi${part === undefined ? '' : `/${part}`}`;
}

function readMeasured(cursor: ExpressionCursor, name: string): Expression | undefined {
  const piText = readPiAngle(cursor);
  if (piText !== undefined) return callNode(name, [numberNode(piText, true)]);
  const open = cursor.takeSymbol('(');
  const sign = cursor.takeSymbol('-') ? '-' : '';
  const number = readNumbers(cursor.lower, skipSpace(cursor.lower, cursor.at))[0];
  if (number === undefined || number.denominator !== undefined) return undefined;
  cursor.at = number.end;
  const text = sign + decimalText(number.value);
  const degrees =
    cursor.takeSymbol('°') ||
    cursor.takeSymbol('度') ||
    cursor.takeWords('degrees') ||
    cursor.takeWords('degree') ||
    cursor.takeWords('deg');
  const radians = !degrees && (cursor.takeWords('radians') || cursor.takeWords('rad'));
  if (!degrees && !radians && number.value.mantissa !== 0n) return undefined;
  if (open && !cursor.takeSymbol(')')) return undefined;
  return callNode(name, [numberNode(degrees ? `${text}°` : text, true)]);
}

/** "log base 2 of 8", "log 100", 以2为底8的对数. */
function readLogarithm(cursor: ExpressionCursor): Expression | undefined {
  if (cursor.takeWords('log') || cursor.takeWords('logarithm')) {
    if (cursor.takeWords('base')) {
      const base = readBinary(cursor, operandPower);
      if (base === undefined || !cursor.takeWords('of')) return undefined;
      const value = readBinary(cursor, operandPower);
      return value === undefined ? undefined : callNode('log', [value, base]);
    }
    if (cursor.takeWords('of')) {
      const value = readBinary(cursor, operandPower);
      const based =
        value !== undefined &&
        (cursor.takeWords('to base') ||
          cursor.takeWords('to the base') ||
          cursor.takeWords('base'));
      const base = based ? readBinary(cursor, operandPower) : undefined;
      if (value === undefined || (based && base === undefined)) return undefined;
      return callNode('log', base === undefined ? [value] : [value, base]);
    }
    const value = isDigit(cursor.peek()) ? readBinary(cursor, operandPower) : undefined;
    return value === undefined ? undefined : callNode('log', [value]);
  }
  cursor.takeSymbol('log');
  if (!cursor.takeSymbol('以')) return undefined;
  const base = readBinary(cursor, operandPower);
  if (base === undefined || !cursor.takeSymbol('为底')) return undefined;
  cursor.takeSymbol('的');
  const value = readBinary(cursor, operandPower);
  if (value === undefined) return undefined;
  cursor.takeSymbol('的对数');
  return callNode('log', [value, base]);
}

/** "4th root of 16", "fourth root of 16". */
export function readRoot(cursor: ExpressionCursor): Expression | undefined {
  const start = skipSpace(cursor.lower, cursor.at);
  const written = /^(?:(\d{1,3})(?:st|nd|rd|th)|([a-z]{5,7}))(?![a-z0-9])/.exec(
    cursor.lower.slice(start, start + 12),
  );
  const degree = written?.[1] ?? ordinals.get(written?.[2] ?? '')?.toString();
  if (written === null || degree === undefined) return undefined;
  cursor.at = start + written[0].length;
  if (!cursor.takeWords('root of')) return undefined;
  const value = readBinary(cursor, operandPower);
  return value === undefined ? undefined : callNode('root', [value, numberNode(degree, true)]);
}

/** "sum of 3, 4 and 5", "difference between 10 and 3", 3、4和5的平均数. */
export function readListFunction(cursor: ExpressionCursor): Expression | undefined {
  const name = cursor.takeEntry(listWords);
  if (name !== undefined) {
    takeAnnouncement(cursor);
    const items = readList(cursor);
    return items === undefined || isPartlyPercent(items) ? undefined : listNode(name, items);
  }
  if (cursor.takeWords('difference between') || cursor.takeWords('difference of')) {
    const items = readList(cursor);
    return items?.length === 2 ? differenceNode(items) : undefined;
  }
  if (cursor.takeWords('quotient of')) {
    const items = readList(cursor);
    return items?.length === 2 ? listNode('/', items) : undefined;
  }
  if (cursor.takeWords('remainder of') || cursor.takeWords('remainder when'))
    return readRemainder(cursor);
  if (!/[的之最]/.test(cursor.lower.slice(cursor.at))) return undefined;
  const items = readList(cursor);
  const chinese = items === undefined ? undefined : cursor.takeEntry(chineseListWords);
  if (items === undefined || chinese === undefined || isPartlyPercent(items)) return undefined;
  const node = chinese === '-' ? differenceNode(items) : listNode(chinese, items);
  return node === undefined ? undefined : { ...node, endsInList: false };
}

/** "the average of these numbers: …" */
function takeAnnouncement(cursor: ExpressionCursor): void {
  const names = [
    'the following numbers',
    'the numbers',
    'these numbers',
    'numbers',
    'these',
    'the following',
  ];
  names.some((name) => cursor.takeWords(name));
  [':', '：'].some((colon) => cursor.takeSymbol(colon));
}

function readRemainder(cursor: ExpressionCursor): Expression | undefined {
  const left = readBinary(cursor, operandPower);
  cursor.takeWords('is');
  if (left === undefined || !cursor.takeWords('divided by')) return undefined;
  const right = readBinary(cursor, operandPower);
  return right === undefined ? undefined : binaryNode('mod', { left, right, words: true });
}

/**
 * At least two values, separated by commas, "and" or spaces. A lone `100,200,300` is a list; beside other numbers it could be
 * either, so only `1,000` (a group that begins with 0, or one digit before the comma) is a number there.
 */
export function readList(cursor: ExpressionCursor): readonly Expression[] | undefined {
  const start = skipSpace(cursor.lower, cursor.at);
  const opening = cursor.takeSymbol('[');
  const items: Expression[] = [];
  do {
    const itemStart = skipSpace(cursor.lower, cursor.at);
    const item = readItem(cursor);
    if (item === undefined) return undefined;
    if (isUnclearGroup(cursor.lower.slice(itemStart, cursor.at))) return splitGroups(cursor, start);
    items.push(item);
  } while (items.length < 100 && takeSeparator(cursor));
  if (opening && !cursor.takeSymbol(']')) return undefined;
  return items.length < 2 ? undefined : items;
}

function readItem(cursor: ExpressionCursor): Expression | undefined {
  const { inList } = cursor;
  cursor.inList = true;
  const item = readBinary(cursor, operandPower);
  cursor.inList = inList;
  return item;
}

function isUnclearGroup(text: string): boolean {
  return /^\d{2,3}(?:,[1-9]\d\d)+$/.test(text);
}

function splitGroups(cursor: ExpressionCursor, start: number): readonly Expression[] | undefined {
  const run = /^\d{1,3}(?:,[1-9]\d\d)+/.exec(cursor.lower.slice(start, start + 200))?.[0];
  if (run === undefined || cursor.at !== start + run.length) return undefined;
  const ends = cursor.at;
  const more = takeSeparator(cursor) && readItem(cursor) !== undefined;
  cursor.at = ends;
  return more ? undefined : run.split(',').map((text) => numberNode(text, true));
}

function takeSeparator(cursor: ExpressionCursor): boolean {
  return (
    cursor.attempt(() => {
      let found = false;
      for (const symbol of [',', '，', '、', ';']) found = cursor.takeSymbol(symbol) || found;
      for (const word of ['and', '和', '与', '跟', '以及', '及', '&']) {
        found = (word === 'and' ? cursor.takeWords(word) : cursor.takeSymbol(word)) || found;
      }
      const next = cursor.peek();
      if (!found) found = cursor.lower[cursor.at] === ' ' && /[\d.-]/.test(next);
      return found && next !== '' ? true : undefined;
    }) ?? false
  );
}

/** A list written in words is marked: it takes no operator behind it (see the parser). */
function listNode(name: string, items: readonly Expression[]): Expression {
  const [first, ...others] = items;
  if (first === undefined) return numberNode('', true);
  if (name === '+' || name === '*' || name === '/') {
    const node = others.reduce(
      (left, right) => binaryNode(name, { left, right, words: true }),
      first,
    );
    return { ...parenthesised(node), endsInList: true };
  }
  if (name === 'range') {
    const ends = { left: callNode('max', items), right: callNode('min', items), words: true };
    return { ...parenthesised(binaryNode('-', ends)), endsInList: true };
  }
  if (name === 'squares') {
    const squares = items.map((item) =>
      binaryNode('^', { left: item, right: numberNode('2', true), words: true }),
    );
    return listNode('+', squares);
  }
  return { ...callNode(name, items), endsInList: true };
}

/** "The difference between 3 and 10" may be 7 or -7: only a falling pair is clear. */
function differenceNode(items: readonly Expression[]): Expression | undefined {
  const [left, right] = items;
  if (left === undefined || right === undefined || items.length !== 2) return undefined;
  if (!(Number(left.text) >= Number(right.text))) return undefined;
  return {
    ...parenthesised(binaryNode('-', { left, right, words: true })),
    endsInList: true,
  };
}
