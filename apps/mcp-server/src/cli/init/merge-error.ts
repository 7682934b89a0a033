import type { Pair } from '../../messages.ts';

/** Why a file is left as it is. */
export class MergeError extends Error {
  readonly reason: Pair;

  constructor(reason: Pair) {
    super(reason.en);
    this.name = 'MergeError';
    this.reason = reason;
  }
}

export function brokenFile(line: number): MergeError {
  return new MergeError({
    en: `line ${line} is not valid; correct it first`,
    zh: `第 ${line} 行无效，请先更正`,
  });
}

export function notMergeable(what: Pair): MergeError {
  return new MergeError({
    en: `it cannot be merged without loss: ${what.en}`,
    zh: `无法无损合并：${what.zh}`,
  });
}

/** The number of the line in which `offset` is, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length;
}
