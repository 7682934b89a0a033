import { AsyncLocalStorage } from 'node:async_hooks';
import { createSamplingBroker, type SamplingBroker } from '../runs/sampling-broker.ts';
import type { RunJob } from '../runs/runner.ts';

/** How a program lends its MCP client's model to what it runs. */
export interface RequestContext {
  /** Sends `sampling/createMessage` to the client and resolves to its result; a rejection with `code` -1 is a decline. */
  readonly createMessage?: (
    params: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal },
  ) => Promise<unknown>;
  /** True where the client declared `sampling.tools`; without it a configured endpoint is asked first. */
  readonly supportsTools?: boolean;
}

interface OpenContext {
  readonly clientModel: RunJob['clientModel'];
  readonly broker: SamplingBroker;
}

const storage = new AsyncLocalStorage<OpenContext>();

/** Runs `work` with the client's model at hand: `runAgent` and `callLLM` inside it use sampling first. */
export function withRequestContext<Result>(context: RequestContext, work: () => Result): Result {
  const { createMessage, supportsTools = false } = context;
  const broker = createSamplingBroker();
  if (createMessage) {
    broker.open({ send: async (params, signal) => createMessage(params, { signal }) });
  }
  const clientModel = {
    sampling: createMessage !== undefined,
    samplingTools: createMessage !== undefined && supportsTools,
    session: context,
  };
  return storage.run({ clientModel, broker }, work);
}

const noClient: RunJob['clientModel'] = { sampling: false, samplingTools: false, session: {} };

/** What the code that is running now may use of a client. */
export function requestContext(): OpenContext {
  return storage.getStore() ?? { clientModel: noClient, broker: createSamplingBroker() };
}

/** A job with what the code that is running now may use. */
export function currentJob(task: string, options: Partial<RunJob> = {}): RunJob {
  const { clientModel } = requestContext();
  return { task, mode: 'auto', maxTurns: undefined, agent: undefined, ...options, clientModel };
}
