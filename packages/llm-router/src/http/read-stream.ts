import type { ModelEvent } from '@mini-agent/foundation/chat';
import type { CallWatch, Timeouts } from './deadlines.ts';
import { parseJson } from '../json.ts';
import type { ExchangeResult } from './exchange.ts';
import { malformed } from './exchange-failures.ts';
import type { LiveText } from './live-text.ts';
import { createLiveText } from './live-text.ts';
import { readBody } from './read-body.ts';
import { pushData, readCompletion } from './read-completion.ts';
import type { EndpointProfile } from './profile.ts';
import type { SecretFilter } from './secret-filter.ts';
import { createEventDecoder } from './server-sent-events.ts';
import type { StreamAssembler } from './stream-assembler.ts';
import { createStreamAssembler } from './stream-assembler.ts';
import type { TransportAnswer } from './transport.ts';

/** After `finish_reason` only the usage and the end mark are still to come; some servers send neither and keep the line open. */
const graceMs = 2_000;

export interface StreamContext {
  readonly url: string;
  readonly watch: CallWatch;
  readonly timeouts: Required<Timeouts>;
  readonly now: () => number;
  readonly onEvent?: (event: ModelEvent) => void;
  readonly filter: SecretFilter;
  readonly errorCodes?: EndpointProfile['errorCodes'];
}

/**
 * Reads a stream to its end mark. A call in it counts only then; an error event, a broken event or an end without `[DONE]` and without
 * `finish_reason` is a failure, and what came before is dropped.
 */
export async function readStream(
  answer: TransportAnswer,
  context: StreamContext,
): Promise<ExchangeResult> {
  const { onEvent } = context;
  const assembler = createStreamAssembler();
  const live = onEvent === undefined ? undefined : createLiveText(onEvent, context.filter);
  const reading: Reading = { assembler, live, context };
  const isComplete = (): boolean => assembler.finishReason !== undefined;
  const salvaged = new Promise<ExchangeResult>((resolve) => {
    context.watch.onStall = () => {
      if (!isComplete()) return false;
      resolve(finished(reading));
      return true;
    };
  });
  try {
    return await Promise.race([readEvents(answer, reading), salvaged]);
  } catch (error) {
    if (!isComplete() || context.watch.signal.aborted) throw error;
    return finished(reading);
  } finally {
    context.watch.onStall = undefined;
    answer.cancel();
  }
}

interface Reading {
  readonly assembler: StreamAssembler;
  readonly live: LiveText | undefined;
  readonly context: StreamContext;
}

async function readEvents(answer: TransportAnswer, reading: Reading): Promise<ExchangeResult> {
  const { assembler, live, context } = reading;
  const { url, watch, timeouts, filter, errorCodes } = context;
  const decoder = createEventDecoder();
  const chunks = {
    url,
    now: context.now(),
    ...(live === undefined ? {} : { onDelta: live.push }),
    ...(errorCodes === undefined ? {} : { errorCodes }),
  };
  const plain = createPlainText();
  let result: ExchangeResult | undefined;
  const take = (events: readonly string[]): void => {
    for (const data of events) {
      const outcome = pushData(filter.clean(data), assembler, chunks);
      if (outcome === 'more') continue;
      result = outcome === 'done' ? finished(reading) : { ok: false, failure: outcome };
      return;
    }
  };
  await readBody(answer, {
    watch,
    idleMs: () =>
      assembler.finishReason === undefined ? timeouts.idleMs : Math.min(graceMs, timeouts.idleMs),
    onText: (text) => {
      plain.push(text);
      take(decoder.push(text));
      return result === undefined;
    },
  });
  if (result === undefined) take(decoder.end());
  if (result !== undefined) return result;
  const text = filter.clean(plain.text());
  if (text !== '') return readCompletion(parseJson(text), text, chunks);
  return assembler.finishReason === undefined
    ? { ok: false, failure: truncated(url) }
    : finished(reading);
}

/** Some servers answer with one JSON object, often an error, under the content type of a stream. */
function createPlainText(): { push(text: string): void; text(): string } {
  let parts: string[] = [];
  let isOpen = true;
  let isPlain = false;
  return {
    push: (text) => {
      const start = text.trimStart();
      if (!isPlain && isOpen && start !== '') {
        isPlain = start.startsWith('{') || start.startsWith('[');
        isOpen = false;
      }
      if (isPlain) parts.push(text);
    },
    text: () => {
      const whole = parts.join('');
      parts = [];
      return whole;
    },
  };
}

function finished({ assembler, live, context }: Reading): ExchangeResult {
  if (!assembler.started) {
    return { ok: false, failure: malformed(`The stream from ${context.url} holds no reply.`) };
  }
  live?.end();
  return { ok: true, reply: assembler.reply() };
}

function truncated(url: string): ReturnType<typeof malformed> {
  return {
    ...malformed(`The stream from ${url} ended before its reply did.`),
    code: 'transient',
    retries: Infinity,
  };
}
