import type { CallArguments } from '@mini-agent/foundation/chat';
import { redactSecrets } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';
import { abortable, startDeadline } from '@mini-agent/foundation/time';
import type { JsonSchema, SchemaIssue, SchemaResult } from '@mini-agent/foundation/tool';
import { cleanMessage } from './clean-message.ts';
import { readInput } from './input-gates.ts';
import type { ArgumentProblem, GatedInput } from './input-gates.ts';
import { pathText } from './json-path.ts';
import { typeOf } from './json-schema/scalar-keywords.ts';
import { isObject } from './json-schema/scope.ts';
import { validateJsonSchema } from './json-schema/validate-json-schema.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';
import type { RegisteredTool } from './tool-registry.ts';

const mostProblems = 20;
const longestProblem = 200;
const longestMessage = 1_000;

export type CheckedArguments =
  | {
      readonly ok: true;
      /** What the tool gets. */
      readonly value: unknown;
      /** What was given, as plain JSON. */
      readonly given: unknown;
      /** About as many characters as `given` has as JSON. */
      readonly size: number;
    }
  | { readonly ok: false; readonly message: string };

export interface ArgumentCheckOptions {
  readonly texts: ManagerTexts;
  /** Ends a check that waits for something. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly secrets: readonly Secret[];
}

/**
 * Size first, then the schema; a refusal names every problem, so that a model can mend all of them at once. A promise only where
 * the schema makes one.
 */
export function checkArguments(
  entry: RegisteredTool,
  given: CallArguments,
  options: ArgumentCheckOptions,
): CheckedArguments | Promise<CheckedArguments> {
  const { texts } = options;
  if (!given.ok) return { ok: false, message: describeUnreadable(entry, given, options) };
  const { problems, value, size } = readInput(
    given.value,
    texts.gate,
    entry.tool.policy?.maxInputChars,
  );
  if (value === undefined ? problems.length === 0 : !isObject(value)) {
    const message = texts.schema.wrongType(['object'], typeOf(value));
    return refuse([{ path: '', message }], options);
  }
  if (problems.length > 0) return refuse(problems, options);
  if (entry.surelyFits(value)) return { ok: true, value, given: value, size };
  const { inputSchema } = entry.tool;
  if ('jsonSchema' in inputSchema) {
    const found = validateJsonSchema(inputSchema.jsonSchema, value, texts.schema);
    return found.length > 0 ? refuse(found, options) : { ok: true, value, given: value, size };
  }
  const answer = inputSchema['~standard'].validate(value);
  const about = { value, size, options };
  // Also a promise of another realm or library: taken for a result it would be one without problems.
  return isPromise(answer)
    ? inTime(Promise.resolve(answer), options).then((result) => readAnswer(result, about))
    : readAnswer(answer, about);
}

function isPromise<Result>(answer: Result | Promise<Result>): answer is Promise<Result> {
  const then: unknown = (answer as { readonly then?: unknown } | null | undefined)?.then;
  return typeof then === 'function';
}

function describeUnreadable(
  entry: RegisteredTool,
  given: Extract<CallArguments, { readonly ok: false }>,
  { texts, secrets }: ArgumentCheckOptions,
): string {
  if (given.cut) return texts.cutArguments;
  const problem = cleanMessage(given.problem, secrets, longestProblem);
  return texts.unreadableArguments(problem, requiredNames(entry.schema));
}

interface AboutAnswer extends Omit<GatedInput, 'problems'> {
  readonly options: ArgumentCheckOptions;
}

/** Only what says that it has a value, and no problems, lets arguments through; schemas may be plain JavaScript. */
function readAnswer(
  result: SchemaResult<unknown>,
  { value, size, options }: AboutAnswer,
): CheckedArguments {
  const given: unknown = result;
  if (isObject(given) && given['issues'] === undefined && 'value' in given) {
    return { ok: true, value: given['value'], given: value, size };
  }
  const issues: unknown = isObject(given) ? given['issues'] : undefined;
  const problems = (Array.isArray(issues) ? (issues as unknown[]) : []).map(readIssue);
  const { unreadable } = options.texts.gate;
  return refuse(problems.length > 0 ? problems : [{ path: '', message: unreadable }], options);
}

function readIssue(issue: unknown): ArgumentProblem {
  const { message, path } = (issue ?? {}) as { readonly [Key in keyof SchemaIssue]?: unknown };
  const keys: readonly unknown[] = Array.isArray(path) ? path : [];
  return {
    path: pathText(keys.map(readKey)),
    message: typeof message === 'string' ? message : '?',
  };
}

function readKey(part: unknown): string | number {
  const key: unknown = typeof part === 'object' && part !== null && 'key' in part ? part.key : part;
  return typeof key === 'number' ? key : String(key);
}

async function inTime<Result>(
  work: Promise<Result>,
  { signal, timeoutMs }: ArgumentCheckOptions,
): Promise<Result> {
  const deadline = startDeadline(timeoutMs, signal);
  try {
    return await abortable(work, deadline.signal);
  } finally {
    deadline.clear();
  }
}

/** Names and messages may repeat what was given, which may be a credential. */
function refuse(
  problems: readonly ArgumentProblem[],
  { texts, secrets }: ArgumentCheckOptions,
): CheckedArguments {
  const lines: string[] = [];
  let length = 0;
  for (const { path, message } of problems.slice(0, mostProblems)) {
    const text = `${path === '' ? texts.arguments : path}: ${message}`;
    const line = shorten(redactSecrets(text.slice(0, 4 * longestProblem), secrets));
    length += line.length + 2;
    if (length > longestMessage - 100) break;
    lines.push(line);
  }
  const hidden = problems.length - lines.length;
  if (hidden > 0) lines.push(texts.more(hidden));
  return { ok: false, message: texts.invalidArguments(lines.join('; ')) };
}

function requiredNames(schema: JsonSchema): readonly string[] {
  const required = schema['required'];
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return names.filter((name) => typeof name === 'string').slice(0, mostProblems);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestProblem ? `${line.slice(0, longestProblem - 1)}…` : line;
}
