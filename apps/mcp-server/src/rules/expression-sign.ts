import type { ExpressionCursor } from './expression-cursor.ts';

/** A sign in front of an operand. */
export interface WrittenSign {
  readonly negative: boolean;
  readonly words: boolean;
}

const beginnings: ReadonlySet<string> = new Set(['-', '+', 'm', 'n', 'p', '负']);

/** @param next the next character: most operands have no sign */
export function readSign(cursor: ExpressionCursor, next: string): WrittenSign | undefined {
  if (!beginnings.has(next)) return undefined;
  if (cursor.takeSymbol('-')) return { negative: true, words: false };
  if (cursor.takeSymbol('+')) return { negative: false, words: false };
  if (cursor.takeWords('minus') || cursor.takeWords('negative') || cursor.takeSymbol('负')) {
    return { negative: true, words: true };
  }
  return cursor.takeWords('positive') ? { negative: false, words: true } : undefined;
}
