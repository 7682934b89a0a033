import type { ChatModel } from '@mini-agent/foundation/chat';
import { createHttpModel } from '@mini-agent/llm-router';
import type { HttpModelOptions } from '@mini-agent/llm-router';
import { startModelServer } from '@mini-agent/testkit';
import type { ModelScript, ModelServer } from '@mini-agent/testkit';
import { onTestFinished } from 'vitest';
import type { FakeClock } from './fake-clock.ts';
import { createFakeClock } from './fake-clock.ts';

export interface Endpoint {
  readonly server: ModelServer;
  readonly model: ChatModel;
  readonly clock: FakeClock;
}

/** A scripted endpoint and a model that talks to it; its waits cost no time. */
export async function startEndpoint(
  script: ModelScript,
  options: Partial<HttpModelOptions> = {},
): Promise<Endpoint> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const clock = createFakeClock();
  const model = createHttpModel({
    baseUrl: server.url,
    apiKey: 'sk-example-0123456789abcdef',
    model: 'm',
    clock,
    random: () => 0.5,
    ...options,
  });
  return { server, model, clock };
}

/** A signal for calls that are not meant to be aborted. */
export const neverAborted: AbortSignal = new AbortController().signal;
