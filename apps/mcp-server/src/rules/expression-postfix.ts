import { readNumbers, skipSpace } from '@mini-agent/llm-router/rules';
import type { ExpressionCursor } from './expression-cursor.ts';
import type { Expression } from './expression-node.ts';
import { binaryNode, callNode, numberNode, parenthesised, postfixNode } from './expression-node.ts';
import { readNumberNode } from './expression-number.ts';
import { readBinary } from './expression-parser.ts';
import { postfixWords } from './expression-words.ts';

/** "of" binds like a product: 15% of 80 plus 10 is 22. */
const ofPower = 20;

/** One thing behind an operand: `!`, `%`, `²`, "squared", "percent of 80", 的平方, 的3次方, 的20%. */
export function readPostfix(cursor: ExpressionCursor, value: Expression): Expression | undefined {
  const next = cursor.peek();
  if (next === '') return undefined;
  if (symbols.has(next)) {
    const symbol = readSymbol(cursor, value, next);
    if (symbol !== undefined) return symbol;
  }
  if (next === 'o') {
    const of = cursor.attempt(() => readOf(cursor, value));
    if (of !== undefined) return of;
  }
  if (next === '的') {
    const chinese = cursor.attempt(() => readChinesePart(cursor, value));
    if (chinese !== undefined) return chinese;
  }
  const name = cursor.takeEntry(postfixWords);
  if (name === undefined || (name === 'square' && beginsListWord(cursor))) return undefined;
  if (name === 'percent') return postfixNode(value, '%', { words: true, kind: 'percent' });
  return applyFunction(name, value);
}

/** 的平方和, 的平方差 belong to a list. */
function beginsListWord(cursor: ExpressionCursor): boolean {
  const next = cursor.lower.charAt(cursor.at);
  return (next === '和' || next === '差') && readNumbers(cursor.lower, cursor.at + 1).length === 0;
}

export function applyFunction(name: string, value: Expression): Expression {
  const number = (text: string): Expression => numberNode(text, true);
  switch (name) {
    case 'square':
      return binaryNode('^', { left: value, right: number('2'), words: true });
    case 'cube':
      return binaryNode('^', { left: value, right: number('3'), words: true });
    case 'fact':
      return postfixNode(value, '!', { words: true });
    case 'reciprocal':
      return parenthesised(binaryNode('/', { left: number('1'), right: value, words: true }));
    case 'half':
      return parenthesised(binaryNode('/', { left: value, right: number('2'), words: true }));
    case 'double':
      return parenthesised(binaryNode('*', { left: value, right: number('2'), words: true }));
    case 'triple':
      return parenthesised(binaryNode('*', { left: value, right: number('3'), words: true }));
    case 'quadruple':
      return parenthesised(binaryNode('*', { left: value, right: number('4'), words: true }));
    default:
      return callNode(name, [value]);
  }
}

const symbols: ReadonlySet<string> = new Set(['!', '²', '³', '%']);

function readSymbol(
  cursor: ExpressionCursor,
  value: Expression,
  symbol: string,
): Expression | undefined {
  if (symbol !== '%') {
    cursor.takeSymbol(symbol);
    return postfixNode(value, symbol, { words: false });
  }
  return cursor.attempt(() => {
    const at = skipSpace(cursor.lower, cursor.at);
    cursor.takeSymbol('%');
    if (isRemainder(cursor, at)) return undefined;
    return postfixNode(value, '%', { words: false, kind: 'percent' });
  });
}

/** `7 % 3` and `7 % -3` are remainders, `10% - 5`, `20% of 5` and `10% × 5` percentages. */
function isRemainder(cursor: ExpressionCursor, at: number): boolean {
  const next = cursor.peek();
  if (/[\d(.√π]/.test(next)) return true;
  const spaced = cursor.lower[at - 1] === ' ';
  const signed = /^\s*[+-][\d(.]/.test(cursor.lower.slice(cursor.at, cursor.at + 20));
  return spaced && signed;
}

/** "20% of 150", "half of 20", "two thirds of 90", "half the sum of 3 and 5". */
function readOf(cursor: ExpressionCursor, value: Expression): Expression | undefined {
  if (value.kind !== 'percent' && value.kind !== 'fraction') return undefined;
  if (!cursor.takeWords('of')) return undefined;
  const right = readBinary(cursor, ofPower);
  if (right === undefined) return undefined;
  return parenthesised(binaryNode('*', { left: value, right, words: true }));
}

/** 2的10次方, 27的3次方根, 50的10%, 20的三分之一, 5的2倍. */
function readChinesePart(cursor: ExpressionCursor, value: Expression): Expression | undefined {
  if (!cursor.takeSymbol('的')) return undefined;
  const negative = cursor.takeSymbol('负') || cursor.takeSymbol('-');
  const start = skipSpace(cursor.lower, cursor.at);
  const number = readNumberNode(cursor);
  if (number === undefined) return undefined;
  if (number.kind === 'percent' || number.kind === 'fraction') {
    return negative ? undefined : product(value, number);
  }
  if (cursor.takeSymbol('%')) {
    const percent = postfixNode(number, '%', { words: true, kind: 'percent' });
    return negative ? undefined : product(value, percent);
  }
  if (cursor.takeSymbol('成')) return negative ? undefined : product(value, tenths(number));
  if (cursor.takeSymbol('倍')) return negative ? undefined : product(value, number);
  if (cursor.takeSymbol('次方根')) {
    return negative ? undefined : callNode('root', [value, number]);
  }
  if (!cursor.takeSymbol('次方') && !cursor.takeSymbol('次幂')) {
    // 15%的200, 五分之一的100.
    const isPart = value.kind === 'percent' || value.kind === 'fraction';
    return isPart && !negative ? product(value, number) : undefined;
  }
  if (readNumbers(cursor.lower, start).length === 0) return undefined;
  const exponent: Expression = negative ? { ...number, text: `-${number.text}` } : number;
  return binaryNode('^', { left: value, right: exponent, words: true });
}

/** 三成 is 30 %. */
function tenths(number: Expression): Expression {
  return parenthesised(
    binaryNode('/', { left: number, right: numberNode('10', true), words: true }),
  );
}

function product(left: Expression, right: Expression): Expression {
  return parenthesised(binaryNode('*', { left, right, words: true }));
}
