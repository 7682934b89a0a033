import type { ToolResult } from '@mini-agent/foundation/tool';

const noOutput = '(no output)';

/**
 * What a tool answered, with only the fields of a result. Tools in plain JavaScript also answer with a text or with
 * nothing; anything else is undefined.
 */
export function readResult(answer: unknown): ToolResult | undefined {
  if (answer === undefined || answer === null) return { text: noOutput };
  if (typeof answer === 'string') return { text: answer };
  if (typeof answer !== 'object' || !('text' in answer) || typeof answer.text !== 'string') {
    return undefined;
  }
  const { text, data, origin, truncated, next } = answer as ToolResult;
  return {
    text,
    ...(data === undefined ? {} : { data }),
    ...(origin === undefined ? {} : { origin }),
    ...(truncated === undefined ? {} : { truncated }),
    ...(next === undefined ? {} : { next }),
  };
}
