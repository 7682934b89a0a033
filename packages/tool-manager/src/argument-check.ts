import type { CallArguments } from '@mini-agent/foundation/chat';
import type { Secret } from '@mini-agent/foundation/secret';
import { abortable, startDeadline } from '@mini-agent/foundation/time';
import type { JsonSchema, SchemaIssue, ToolSchema } from '@mini-agent/foundation/tool';
import { cleanMessage } from './clean-message.ts';
import { checkInputGates } from './input-gates.ts';
import type { ArgumentProblem } from './input-gates.ts';
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
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

export interface ArgumentCheckOptions {
  readonly texts: ManagerTexts;
  /** Ends a check that waits for something. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly secrets: readonly Secret[];
}

/** Size first, then the schema; a refusal names every problem, so that a model can mend all of them at once. */
export async function checkArguments(
  entry: RegisteredTool,
  given: CallArguments,
  options: ArgumentCheckOptions,
): Promise<CheckedArguments> {
  const { texts } = options;
  if (!given.ok) {
    const message = given.cut
      ? texts.cutArguments
      : texts.unreadableArguments(
          cleanMessage(given.problem, options.secrets, longestProblem),
          requiredNames(entry.schema),
        );
    return { ok: false, message };
  }
  if (!isObject(given.value)) {
    const message = texts.schema.wrongType(['object'], typeOf(given.value));
    return refuse([{ path: '', message }], texts);
  }
  const gates = checkInputGates(given.value, texts.gate, entry.tool.policy?.maxInputChars);
  if (gates.length > 0) return refuse(gates, texts);
  const { inputSchema } = entry.tool;
  if ('jsonSchema' in inputSchema) {
    const problems = validateJsonSchema(inputSchema.jsonSchema, given.value, texts.schema);
    return problems.length > 0 ? refuse(problems, texts) : { ok: true, value: given.value };
  }
  return await checkStandard(inputSchema, given.value, options);
}

async function checkStandard(
  schema: ToolSchema<unknown>,
  value: unknown,
  options: ArgumentCheckOptions,
): Promise<CheckedArguments> {
  const answer = schema['~standard'].validate(value);
  const result = answer instanceof Promise ? await inTime(answer, options) : answer;
  if (result.issues === undefined) return { ok: true, value: result.value };
  const problems = result.issues.map((issue) => ({
    path: issuePath(issue),
    message: issue.message,
  }));
  return refuse(problems, options.texts);
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
