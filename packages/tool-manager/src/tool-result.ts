import type { Json, ToolResult } from '@mini-agent/foundation/tool';
import { cutWell, ownCopy } from './clean-message.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';

const noOutput = '(no output)';

/** Longest result where the tool sets nothing else, in UTF-16 units; the text and the data each. */
const defaultMaxResultChars = 2_000_000;

const deepestData = 64;

export interface ResultLimits {
  readonly maxChars: number | undefined;
  readonly texts: ManagerTexts;
}

/**
 * What a tool answered, with only the fields of a result, cut where it is too long. Tools in plain JavaScript also answer with a
 * text or with nothing; anything else is undefined, also what cannot be read.
 */
export function readResult(answer: unknown, limits: ResultLimits): ToolResult | undefined {
  if (answer === undefined || answer === null) return { text: noOutput };
  if (typeof answer === 'string') return capText({ text: answer }, limits);
  if (typeof answer !== 'object') return undefined;
  try {
    return readFields(answer, limits);
  } catch {
    // A getter that throws, or a proxy.
    return undefined;
  }
}

/** Each field is read once. */
function readFields(answer: Partial<ToolResult>, limits: ResultLimits): ToolResult | undefined {
  const { text, data, origin, truncated, next } = answer;
  if (typeof text !== 'string') return undefined;
  const result: { -readonly [Key in keyof ToolResult]: ToolResult[Key] } = { text };
  if (data !== undefined) result.data = data;
  if (origin !== undefined) result.origin = origin;
  if (truncated !== undefined) result.truncated = truncated;
  if (next !== undefined) result.next = next;
  const isPlain = data === undefined && next === undefined;
  return capText(isPlain ? result : capData(result, limits), limits);
}

function capText(
  result: ToolResult,
  { maxChars = defaultMaxResultChars, texts }: ResultLimits,
): ToolResult {
  const { length } = result.text;
  if (length <= maxChars) return result;
  const room = maxChars - texts.cutResult(length, length).length;
  // Where there is no room for the mark, `truncated` alone has to tell.
  const kept = cutWell(result.text, room > 0 ? room : maxChars);
  const mark = room > 0 ? texts.cutResult(kept.length, length) : '';
  return { ...result, text: ownCopy(kept + mark), truncated: true };
}

function capData(
  result: ToolResult,
  { maxChars = defaultMaxResultChars, texts }: ResultLimits,
): ToolResult {
  const { data, next, ...rest } = result;
  const isDataSmall = data === undefined || isJsonWithin(data, maxChars);
  const isNextSmall = next === undefined || isJsonWithin(next, maxChars);
  if (isDataSmall && isNextSmall) return result;
  return {
    ...rest,
    ...(isDataSmall && data !== undefined ? { data } : {}),
    ...(isNextSmall && next !== undefined ? { next } : {}),
    text: `${rest.text}\n${texts.dataLeftOut}`,
    truncated: true,
  };
}

/** Whether it is JSON of about so many characters; the work is bounded by them. */
export function isJsonWithin(value: Json, maxChars: number): boolean {
  return left(value, maxChars, 0) >= 0;
}

function left(value: unknown, room: number, depth: number): number {
  if (room < 0 || depth > deepestData) return -1;
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null) {
    const isJson = value === null || ['number', 'boolean', 'undefined'].includes(typeof value);
    return isJson ? room - 4 : -1;
  }
  let rest = room - 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && rest >= 0; index += 1) {
      rest = left(value[index], rest - 1, depth + 1);
    }
    return rest;
  }
  for (const [key, entry] of Object.entries(value)) {
    if (rest < 0) return rest;
    rest = left(entry, rest - key.length - 4, depth + 1);
  }
  return rest;
}
