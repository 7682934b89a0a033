import { skipSpace } from '@mini-agent/llm-router/rules';
import type { ExpressionCursor } from './expression-cursor.ts';
import { chineseListWords, listWords } from './expression-list-words.ts';
import type { Expression } from './expression-node.ts';
import {
  binaryNode,
  callNode,
  isPartlyPercent,
  numberNode,
  parenthesised,
} from './expression-node.ts';
import { operandPower, readBinary } from './expression-parser.ts';

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
