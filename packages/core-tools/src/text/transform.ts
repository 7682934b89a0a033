import {
  CoreToolError,
  quoteInput,
  requireFlag,
  requireOptions,
  requireText,
  wrongChoice,
  wrongType,
} from '../errors.ts';
import { type CaseStyle, toCaseStyle } from './case-styles.ts';
import { decodeBase64, decodeUrl, encodeBase64, encodeUrl } from './encodings.ts';
import { extractAll, type Extraction } from './extract.ts';
import { reverseCharacters } from './graphemes.ts';
import { hashHex } from './hashes.ts';
import { decodeHtml, encodeHtml } from './html-text.ts';
import { formatJson } from './json-text.ts';
import { removeDuplicateLines, trimText } from './lines.ts';
import { countOccurrences, occursInOtherForm, replaceAllLiteral } from './literal-search.ts';
import { TEXT_OPERATIONS, type TextOperation } from './operations.ts';
import { checkLocale, type SortOptions, sortLines } from './sort-lines.ts';
import { toTitleCase } from './titlecase.ts';
import { toFullWidth, toHalfWidth } from './width-folding.ts';

/** What the operations of {@link transformText} need or take; an operation ignores the options of others. */
export interface TransformOptions extends SortOptions {
  /** What `count_substring` and `replace` look for, literally. */
  readonly pattern?: string | undefined;
  /** What `replace` puts in, literally; an empty text deletes. */
  readonly replacement?: string | undefined;
  /** What `trim` trims: every line and the ends of the text (`lines`, default), or only the ends (`ends`). */
  readonly scope?: 'lines' | 'ends' | undefined;
  /** `base64_encode`: the URL-safe alphabet without padding. Default false. */
  readonly urlSafe?: boolean | undefined;
}

/** What {@link transformText} gives. */
export interface TransformedText {
  /** The new text; for `count_substring` the count in digits; for `extract_…` what was found, one per line. */
  readonly text: string;
  /** Of `count_substring`, `replace` and `extract_…`: how many there were. */
  readonly count?: number;
  /** What a reader should know about the result; one sentence each, mostly none. */
  readonly notes: readonly string[];
}

/**
 * Applies one operation to a text. Case mappings are Unicode's defaults; `options.locale` (`tr`, `az`, `lt`) asks for a
 * language's own, the host's never counts.
 *
 * @throws CoreToolError `invalid_arguments` for a missing option, an unknown operation or malformed input (Base64,
 *   percent escapes, JSON), `tool_error` where the input has no text as its answer.
 */
export function transformText(
  text: string,
  operation: TextOperation,
  options: TransformOptions = {},
): TransformedText {
  requireText(text, 'text');
  requireOptions(options);
  switch (operation) {
    case 'count_substring':
      return countSubstring(text, requirePattern(options, operation));
    case 'replace':
      return replacePattern(text, options);
    case 'uppercase':
    case 'lowercase':
    case 'titlecase':
      return plain(changeCase(text, operation, checkLocale(options.locale)));
    case 'slug':
    case 'snake_case':
    case 'kebab_case':
    case 'camel_case':
    case 'pascal_case':
      return plain(toCaseStyle(text, operation satisfies CaseStyle));
    case 'trim':
    case 'remove_duplicates':
    case 'sort_lines':
    case 'reverse':
      return plain(rearrange(text, operation, options));
    case 'extract_emails':
    case 'extract_urls':
    case 'extract_numbers':
      return extract(text, operation);
    case 'nfc':
      return plain(text.normalize('NFC'));
    case 'nfd':
      return plain(text.normalize('NFD'));
    default:
      return plain(recode(text, operation, options));
  }
}

function plain(text: string): TransformedText {
  return { text, notes: [] };
}

function changeCase(
  text: string,
  operation: 'uppercase' | 'lowercase' | 'titlecase',
  locale: string | undefined,
): string {
  if (operation === 'titlecase') return toTitleCase(text, locale);
  if (operation === 'uppercase') {
    return locale === undefined ? text.toUpperCase() : text.toLocaleUpperCase(locale);
  }
  return locale === undefined ? text.toLowerCase() : text.toLocaleLowerCase(locale);
}

function rearrange(
  text: string,
  operation: 'trim' | 'remove_duplicates' | 'sort_lines' | 'reverse',
  options: TransformOptions,
): string {
  switch (operation) {
    case 'trim':
      return trimText(text, trimScope(options));
    case 'remove_duplicates':
      return removeDuplicateLines(text);
    case 'sort_lines':
      return sortLines(text, options);
    case 'reverse':
      return reverseCharacters(text);
  }
}

function trimScope({ scope = 'lines' }: { readonly scope?: unknown }): 'lines' | 'ends' {
  if (scope === 'lines' || scope === 'ends') return scope;
  throw wrongChoice(scope, 'scope', 'lines or ends');
}

type Recoding = Extract<
  TextOperation,
  | `base64_${string}`
  | `url_${string}`
  | `html_${string}`
  | `json_${string}`
  | 'sha256'
  | 'md5'
  | 'halfwidth'
  | 'fullwidth'
>;

function recode(text: string, operation: Recoding, options: TransformOptions): string {
  switch (operation) {
    case 'base64_encode':
      requireFlag(options.urlSafe, 'urlSafe');
      return encodeBase64(text, options.urlSafe === true);
    case 'base64_decode':
      return decodeBase64(text);
    case 'url_encode':
      return encodeUrl(text);
    case 'url_decode':
      return decodeUrl(text);
    case 'html_encode':
      return encodeHtml(text);
    case 'html_decode':
      return decodeHtml(text);
    case 'sha256':
    case 'md5':
      return hashHex(text, operation);
    case 'halfwidth':
      return toHalfWidth(text);
    case 'fullwidth':
      return toFullWidth(text);
    case 'json_pretty':
      return formatJson(text, 'pretty');
    case 'json_minify':
      return formatJson(text, 'minify');
    default:
      throw unknownOperation(operation);
  }
}

/** Only reached from untyped callers. */
function unknownOperation(operation: unknown): CoreToolError {
  const names = TEXT_OPERATIONS.join(', ');
  if (typeof operation !== 'string')
    return wrongType(operation, 'operation', 'a string, such as trim');
  return new CoreToolError(
    'invalid_arguments',
    `Unknown operation ${quoteInput(operation)}; use one of ${names}.`,
  );
}

function requirePattern(options: TransformOptions, operation: string): string {
  if (options.pattern !== undefined) requireText(options.pattern, 'pattern');
  if (options.pattern !== undefined && options.pattern !== '') return options.pattern;
  const state = options.pattern === undefined ? 'is missing' : 'is empty';
  throw new CoreToolError(
    'invalid_arguments',
    `pattern is required for ${operation} and must have at least 1 character; it ${state}.`,
  );
}

function countSubstring(text: string, pattern: string): TransformedText {
  const count = countOccurrences(text, pattern);
  return { text: String(count), count, notes: formNotes(text, pattern, count) };
}

function replacePattern(text: string, options: TransformOptions): TransformedText {
  const pattern = requirePattern(options, 'replace');
  if (options.replacement === undefined) {
    throw new CoreToolError(
      'invalid_arguments',
      'replacement is required for replace; give an empty text to delete.',
    );
  }
  requireText(options.replacement, 'replacement');
  const count = countOccurrences(text, pattern);
  return {
    text: replaceAllLiteral(text, pattern, options.replacement),
    count,
    notes: formNotes(text, pattern, count),
  };
}

/** One per line. */
function extract(text: string, operation: Extraction): TransformedText {
  const found = extractAll(text, operation);
  return {
    text: found.join('\n'),
    count: found.length,
    notes: found.length === 0 ? ['The text holds none'] : [],
  };
}

function formNotes(text: string, pattern: string, count: number): readonly string[] {
  if (count > 0 || !occursInOtherForm(text, pattern)) return [];
  return ['The pattern occurs only in another Unicode normal form; apply nfc to both first'];
}
