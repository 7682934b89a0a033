import type { ModelEvent } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import type { CallWatch, Timeouts } from './deadlines.ts';
import type { ExchangeResult } from './exchange.ts';
import { malformed } from './exchange-failures.ts';
import { createLiveText } from './live-text.ts';
import { readBody } from './read-body.ts';
import { pushData } from './read-completion.ts';
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
  readonly clean: (text: string) => string;
}

/**
 * Reads a stream to its end mark. A call in it counts only then; an error event, a broken event or an end without `[DONE]` and without
 * `finish_reason` is a failure, and what came before is dropped.
 */
export async function readStream(
  answer: TransportAnswer,
  context: StreamContext,
): Promise<ExchangeResult> {
  const assembler = createStreamAssembler();
  const isComplete = (): boolean => assembler.finishReason !== undefined;
  const salvaged = new Promise<ExchangeResult>((resolve) => {
    context.watch.onStall = () => {
      if (!isComplete()) return false;
      resolve(finished(assembler, context));
      return true;
    };
  });
  try {
    return await Promise.race([readEvents(answer, assembler, context), salvaged]);
  } catch (error) {
    if (!isComplete() || context.watch.signal.aborted) throw error;
    return finished(assembler, context);
  } finally {
    context.watch.onStall = undefined;
    answer.cancel();
  }
}

async function readEvents(
  answer: TransportAnswer,
  assembler: StreamAssembler,
  context: StreamContext,
): Promise<ExchangeResult> {
  const { url, watch, timeouts, clean, onEvent } = context;
  const decoder = createEventDecoder();
  const onDelta = onEvent === undefined ? undefined : createLiveText(onEvent);
  let result: ExchangeResult | undefined;
  const take = (events: readonly string[]): void => {
    for (const data of events) {
      const outcome = pushData(clean(data), assembler, { url, now: context.now(), onDelta });
      if (outcome === 'more') continue;
      result = outcome === 'done' ? finished(assembler, context) : { ok: false, failure: outcome };
      return;
    }
  };
  await readBody(answer, {
    watch,
    idleMs: () =>
      assembler.finishReason === undefined ? timeouts.idleMs : Math.min(graceMs, timeouts.idleMs),
    onText: (text) => {
      take(decoder.push(text));
      return result === undefined;
    },
  });
  if (result === undefined) take(decoder.end());
  if (result !== undefined) return result;
  return assembler.finishReason === undefined
    ? { ok: false, failure: truncated(url) }
    : finished(assembler, context);
}

function finished(assembler: StreamAssembler, { url, clean }: StreamContext): ExchangeResult {
  if (!assembler.started) {
    return { ok: false, failure: malformed(`The stream from ${url} holds no reply.`) };
  }
  const reply = assembler.reply();
  // A key may have come in pieces, none of which showed it.
  const text = JSON.stringify(reply.message);
  const cleaned = clean(text);
  if (cleaned === text) return { ok: true, reply };
  return { ok: true, reply: { ...reply, message: JSON.parse(cleaned) as JsonObject } };
}

function truncated(url: string): ReturnType<typeof malformed> {
  return {
    ...malformed(`The stream from ${url} ended before its reply did.`),
    code: 'transient',
    retries: 2,
  };
}
