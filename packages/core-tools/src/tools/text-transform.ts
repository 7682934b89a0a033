import type { Tool } from '@mini-agent/foundation/tool';
import { z } from 'zod';

import { TEXT_OPERATIONS, type TextOperation, transformText } from '../text/transform.ts';
import { defineTool } from './define-tool.ts';
import { booleanFromText } from './lenient-values.ts';
import { MAX_TEXT_CHARS } from './text-stats.ts';

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

const flag = z.preprocess(booleanFromText, z.boolean().optional()).optional();

const schema: z.ZodType<TextTransformArgs> = z.strictObject({
  text: z.string().describe('The text to change.'),
  operation: z.enum(TEXT_OPERATIONS).describe('What to do with the text.'),
  pattern: z.string().optional().describe('count_substring, replace: text to find.'),
  replacement: z.string().optional().describe('replace: text to put in; "" deletes.'),
  scope: z
    .enum(['lines', 'ends'])
    .optional()
    .describe('trim: every line (default) or the whole text.'),
  numeric: flag.describe('sort_lines: by number.'),
  descending: flag.describe('sort_lines: largest first.'),
  locale: z.string().max(35).optional().describe('Language of case or sort rules, e.g. tr.'),
  url_safe: flag.describe('base64_encode: URL-safe.'),
});

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;

/** Changes a text by one operation. */
export const textTransform: Tool<TextTransformArgs> = defineTool({
  name: 'text_transform',
  title: 'Text transform',
  description:
    'Changes a text: case, reverse, trim, sort or deduplicate lines, count or replace (literal, no regex), Base64, URL ' +
    'encoding, sha256, JSON layout. ' +
    'Example: {"operation": "replace", "text": "a.b", "pattern": ".", "replacement": "-"}',
  schema,
  maxInputChars: MAX_TEXT_CHARS,
  run: ({ text, operation, url_safe: urlSafe, ...options }) => {
    const result = transformText(text, operation, { ...options, urlSafe });
    const isBlock = LINE_BREAK.test(result.text);
    const lines = [
      `Transform: ${operation}`,
      ...result.notes.map((note) => `Note: ${note}.`),
      ...(operation === 'replace' ? [`Replaced: ${result.count ?? 0}`] : []),
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
  },
});
