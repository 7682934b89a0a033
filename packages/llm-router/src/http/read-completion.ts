import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import type { Failure } from '../failure.ts';
import { isJsonObject, nonEmptyString } from '../json.ts';
import type { WireReply } from '../reply/wire-reply.ts';
import { classify } from './classify.ts';
import { readErrorBody } from './error-body.ts';
import { malformed } from './exchange-failures.ts';
import type { EndpointProfile } from './profile.ts';
import { createEventDecoder } from './server-sent-events.ts';
import { createStreamAssembler, usageOf } from './stream-assembler.ts';

export interface CompletionContext {
  readonly url: string;
  readonly now: number;
  readonly errorCodes?: EndpointProfile['errorCodes'];
}

type Completion =
  | { readonly ok: true; readonly reply: WireReply }
  | { readonly ok: false; readonly failure: Failure };

/** A 200 is no success yet: an error may ride in it, the choices may be missing, it may be a page in HTML. */
export function readCompletion(
  body: Json | undefined,
  text: string,
  context: CompletionContext,
): Completion {
  if (!isJsonObject(body)) return readMislabelled(body, text, context);
  const failure = embeddedError(body, context);
  if (failure !== undefined) return { ok: false, failure };
  const choices = body['choices'];
  const choice = Array.isArray(choices) ? (choices as readonly Json[])[0] : undefined;
  const message = isJsonObject(choice) ? choice['message'] : undefined;
  if (!isJsonObject(choice) || !isJsonObject(message)) {
    return fail(`The answer from ${context.url} holds no choices[0].message.`);
  }
  return {
    ok: true,
    reply: {
      message,
      finishReason: nonEmptyString(choice['finish_reason']),
      usage: usageOf(body),
      model: nonEmptyString(body['model']),
    },
  };
}

/** A reply that its server gave up: OpenRouter `error`, vLLM and SGLang `abort`, Zhipu `network_error`, DeepSeek `insufficient_system_resource`. */
const diedReasons = /^(?:error|abort(?:ed)?|network_error|insufficient_system_resource)$/i;

/** The failure inside a body or chunk: a top-level `error`, one in the first choice, or a `finish_reason` that says so. */
function embeddedError(body: JsonObject, context: CompletionContext): Failure | undefined {
  const choices = body['choices'];
  const choice = Array.isArray(choices) ? (choices as readonly Json[])[0] : undefined;
  const inner = isJsonObject(choice) ? choice : {};
  const error = present(body['error']) ?? present(inner['error']);
  const reason = nonEmptyString(inner['finish_reason']);
  if (error === undefined && !diedReasons.test(reason ?? '')) {
    return isBareError(body) ? classifyBody(body, context) : undefined;
  }
  return classifyBody({ error: error ?? { message: `finish_reason ${reason ?? ''}` } }, context);
}

function classifyBody(body: JsonObject, { url, now, errorCodes }: CompletionContext): Failure {
  const raw = JSON.stringify(body);
  return classify({
    status: 200,
    header: () => undefined,
    body: readErrorBody(body, raw),
    url,
    now,
    ...(errorCodes === undefined ? {} : { errorCodes }),
  });
}

function present(error: Json | undefined): Json | undefined {
  return error === null || error === false || error === '' ? undefined : error;
}

/** `{message, code}` or `{detail}` where a reply was expected, or MiniMax's `base_resp` beside empty choices. */
function isBareError(body: JsonObject): boolean {
  const minimax = body['base_resp'];
  if (isJsonObject(minimax) && (minimax['status_code'] ?? 0) !== 0) return true;
  if (body['choices'] !== undefined) return false;
  return (
    body['detail'] !== undefined || (body['message'] !== undefined && body['code'] !== undefined)
  );
}

/** Some servers stream under a JSON content type, and pages come with status 200 too. */
function readMislabelled(
  body: Json | undefined,
  text: string,
  context: CompletionContext,
): Completion {
  if (Array.isArray(body)) {
    const first = (body as readonly Json[])[0];
    const failure = isJsonObject(first) ? embeddedError(first, context) : undefined;
    if (failure !== undefined) return { ok: false, failure };
  }
  if (/^\s*(?::|data:|event:)/.test(text)) return readStreamText(text, context);
  const start = text.trimStart();
  const kind = start === '' ? 'is empty' : start.startsWith('<') ? 'is a web page' : 'is no JSON';
  return fail(`The answer from ${context.url} ${kind}; check the base URL.`);
}

function readStreamText(text: string, context: CompletionContext): Completion {
  const decoder = createEventDecoder();
  const assembler = createStreamAssembler();
  let done = false;
  for (const data of [...decoder.push(text), ...decoder.end()]) {
    const outcome = pushData(data, assembler, context);
    if (outcome === 'done') done = true;
    else if (outcome !== 'more') return { ok: false, failure: outcome };
  }
  if (!assembler.started || (!done && assembler.finishReason === undefined)) {
    return fail(`The stream from ${context.url} ended before its reply did.`);
  }
  return { ok: true, reply: assembler.reply() };
}

/** Feeds one event to the assembler: `done` is the end mark, a failure the end of everything. */
export function pushData(
  data: string,
  assembler: ReturnType<typeof createStreamAssembler>,
  context: CompletionContext & { readonly onDelta?: ((delta: JsonObject) => void) | undefined },
): 'more' | 'done' | Failure {
  if (data.trim() === '[DONE]') return 'done';
  if (data.trim() === '') return 'more';
  let chunk: Json;
  try {
    chunk = JSON.parse(data) as Json;
  } catch {
    return malformed(`The stream from ${context.url} holds a broken event.`);
  }
  if (!isJsonObject(chunk)) return 'more';
  const failure = embeddedError(chunk, context);
  if (failure !== undefined) return failure;
  const delta = assembler.push(chunk);
  context.onDelta?.(delta);
  return 'more';
}

function fail(message: string): Completion {
  return { ok: false, failure: malformed(message) };
}
