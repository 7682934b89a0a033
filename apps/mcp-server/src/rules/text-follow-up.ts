import { CoreToolError } from '@mini-agent/core-tools/text';
import { transformText } from '@mini-agent/core-tools/text';
import type { TextOperation } from '@mini-agent/core-tools/text';
import type { Segment } from '@mini-agent/llm-router/rules';

const chained: ReadonlySet<string> = new Set<TextOperation>([
  'uppercase',
  'lowercase',
  'titlecase',
  'reverse',
  'trim',
  'replace',
]);

const pointsAtResult = /result|output|that|结果/i;

/** What the text operation of the part before gives, for a part that goes on with its result. */
export function previousResult(segment: Segment): string | undefined {
  const [call, ...others] = segment.previous?.calls ?? [];
  // What was only counted stays as it is: "count the words in … and reverse it".
  if (call?.name === 'text_stats' && others.length === 0 && !pointsAtResult.test(segment.text)) {
    const counted = call.arguments['text'];
    return typeof counted === 'string' && counted !== '' ? counted : undefined;
  }
  if (call?.name !== 'text_transform' || others.length > 0) return undefined;
  const { text, operation, pattern, replacement } = call.arguments;
  if (typeof text !== 'string' || !isChained(operation)) return undefined;
  try {
    const options = {
      ...(typeof pattern === 'string' ? { pattern } : {}),
      ...(typeof replacement === 'string' ? { replacement } : {}),
    };
    const result = transformText(text, operation, options).text;
    return result === '' ? undefined : result;
  } catch (error) {
    if (CoreToolError.isInstance(error)) return undefined;
    throw error;
  }
}

function isChained(operation: unknown): operation is TextOperation {
  return typeof operation === 'string' && chained.has(operation);
}
