import { decimalText, isDigit, readNumbers, skipSpace } from '@mini-agent/llm-router/rules';
import type { ExpressionCursor } from './expression-cursor.ts';
import type { Expression } from './expression-node.ts';
import { callNode, numberNode } from './expression-node.ts';
import { readPlainParameters, severalNames } from './expression-parameters.ts';
import { operandPower, readBinary } from './expression-parser.ts';
import { bareFunctionNames, functionNames, ordinals, trigonometry } from './expression-words.ts';

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
