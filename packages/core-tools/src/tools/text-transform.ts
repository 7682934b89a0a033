import { z } from 'zod';

import type { TransformedText } from '../text.ts';
import { TEXT_OPERATIONS, type TextOperation } from '../text/operations.ts';
import type { CoreTool, CoreToolResult } from './core-tool.ts';
import { defineTool } from './define-tool.ts';
import { MAX_TEXT_CHARS } from './input-limits.ts';
import { optionalFlag } from './lenient-fields.ts';

/** Arguments of {@link textTransform}. */
export interface TextTransformArgs {
  readonly text: string;
  readonly operation: TextOperation;
  /** What `count_substring` and `replace` look for, literally. */
  readonly pattern?: string | undefined;
  /** What `replace` puts in, literally; an empty text deletes. */
  readonly replacement?: string | undefined;
  /** `trim`: every line (`lines`, default) or only the ends of the text (`ends`). */
  readonly scope?: 'lines' | 'ends' | undefined;
  /** `sort_lines`: runs of digits as numbers. */
  readonly numeric?: boolean | undefined;
  /** `sort_lines`: largest first. */
  readonly descending?: boolean | undefined;
  /** Language of case rules (tr, az, lt) or sort order (zh, de). */
  readonly locale?: string | undefined;
  /** `base64_encode`: the URL-safe alphabet. */
  readonly url_safe?: boolean | undefined;
}

function makeSchema(): z.ZodType<TextTransformArgs> {
  return z.strictObject({
    text: z.string().describe('Input.'),
    operation: z.enum(TEXT_OPERATIONS).describe('What to do.'),
    pattern: z.string().optional().describe('Find.'),
    replacement: z.string().optional().describe('replace.'),
    scope: z.enum(['lines', 'ends']).optional().describe('trim.'),
    numeric: optionalFlag().describe('sort_lines.'),
    descending: optionalFlag().describe('sort_lines.'),
    locale: z.string().max(35).optional().describe('e.g. tr.'),
    url_safe: optionalFlag().describe('base64.'),
  });
}

/** Changes a text by one operation. */
export const textTransform: CoreTool<TextTransformArgs> = defineTool({
  name: 'text_transform',
  title: 'Text transform',
  description:
    'Changes a text exactly, or extracts from it; use it instead of rewriting a text yourself. count_substring and ' +
    'replace find a literal pattern, never a regex; replacement "" deletes. trim works on every line unless scope is ends. ' +
    'sort_lines: numeric puts 2 before 10, descending turns it round. locale: rules of case or sorting. base64_encode: ' +
    'url_safe. Hashes are hex. extract_* gives one match a line. ' +
    'Example: {"operation": "replace", "text": "a.b", "pattern": ".", "replacement": "-"}',
  schema: makeSchema,
  maxInputChars: MAX_TEXT_CHARS,
  load: async () => {
    const { transformText } = await import('../text.ts');
    return ({ text, operation, url_safe: urlSafe, ...options }) =>
      observe(operation, transformText(text, operation, { ...options, urlSafe }));
  },
});

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;

/** What was done, notes, and last the new text, below its label where it has several lines. */
function observe(operation: TextOperation, result: TransformedText): CoreToolResult {
  const isBlock = LINE_BREAK.test(result.text);
  const lines = [
    `Transform: ${operation}`,
    ...result.notes.map((note) => `Note: ${note}.`),
    ...(operation === 'replace' ? [`Replaced: ${result.count ?? 0}`] : []),
    ...(operation.startsWith('extract_') ? [`Found: ${result.count ?? 0}`] : []),
    `Result:${isBlock ? '\n' : ' '}${result.text}`,
  ];
  return {
    text: lines.join('\n'),
    data: {
      operation,
      result: result.text,
      ...(result.count === undefined ? undefined : { count: result.count }),
      ...(result.notes.length === 0 ? undefined : { notes: result.notes }),
    },
  };
}
