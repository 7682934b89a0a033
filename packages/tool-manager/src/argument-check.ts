import type { CallArguments } from '@mini-agent/foundation/chat';
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
    return refuse([{ path: '', message }], texts);
  }
  if (problems.length > 0) return refuse(problems, texts);
  if (entry.surelyFits(value)) return { ok: true, value, given: value, size };
  const { inputSchema } = entry.tool;
  if ('jsonSchema' in inputSchema) {
    const found = validateJsonSchema(inputSchema.jsonSchema, value, texts.schema);
    return found.length > 0 ? refuse(found, texts) : { ok: true, value, given: value, size };
  }
  const answer = inputSchema['~standard'].validate(value);
  return answer instanceof Promise
    ? inTime(answer, options).then((result) => readAnswer(result, { value, size, texts }))
    : readAnswer(answer, { value, size, texts });
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

function readAnswer(
  result: SchemaResult<unknown>,
  { value, size, texts }: Pick<ArgumentCheckOptions, 'texts'> & Omit<GatedInput, 'problems'>,
): CheckedArguments {
  if (result.issues === undefined) return { ok: true, value: result.value, given: value, size };
  const problems = result.issues.map((issue) => ({
    path: issuePath(issue),
    message: issue.message,
  }));
  return refuse(problems, texts);
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

function issuePath({ path = [] }: SchemaIssue): string {
  const keys = path.map((part) => (typeof part === 'object' ? part.key : part));
  return pathText(keys.map((key) => (typeof key === 'symbol' ? String(key) : key)));
}

function refuse(problems: readonly ArgumentProblem[], texts: ManagerTexts): CheckedArguments {
  const lines: string[] = [];
  let length = 0;
  for (const { path, message } of problems.slice(0, mostProblems)) {
    const line = shorten(`${path === '' ? texts.arguments : path}: ${message}`);
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
