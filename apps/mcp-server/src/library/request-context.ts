import { AsyncLocalStorage } from 'node:async_hooks';
import { createClientBroker, type ClientBroker } from '../runs/client-broker.ts';
import type { RunJob } from '../runs/runner.ts';

/** How a program lends its MCP client's model to what it runs. */
export interface RequestContext {
  /** Sends `sampling/createMessage` to the client and resolves to its result; a rejection with `code` -1 is a decline. */
  readonly createMessage?: (
    params: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal },
  ) => Promise<unknown>;
  /**
   * Sends `elicitation/create` (a form) to the client and resolves to its result. Without it calls that need the user's approval are
   * refused, unless `MINI_AGENT_APPROVALS` allows them.
   */
  readonly elicit?: (
    params: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal },
  ) => Promise<unknown>;
  /** True where the client declared `sampling.tools`; without it a configured endpoint is asked first. */
  readonly supportsTools?: boolean;
}

interface OpenContext {
  readonly clientModel: RunJob['clientModel'];
  readonly broker: ClientBroker;
}

const storage = new AsyncLocalStorage<OpenContext>();

/** Runs `work` with the client's model at hand: `runAgent` and `callLLM` inside it use sampling first. */
export function withRequestContext<Result>(context: RequestContext, work: () => Result): Result {
  const { createMessage, elicit, supportsTools = false } = context;
  const broker = createClientBroker();
  if (createMessage) {
    broker.open({ send: async ({ params }, signal) => createMessage(params, { signal }) });
  }
  if (elicit) {
    const kinds = ['elicitation'] as const;
    broker.open({ kinds, send: async ({ params }, signal) => elicit(params, { signal }) });
  }
  const clientModel = {
    sampling: createMessage !== undefined,
    samplingTools: createMessage !== undefined && supportsTools,
    elicitation: elicit !== undefined,
    session: context,
  };
  return storage.run({ clientModel, broker }, work);
}

const noClient: RunJob['clientModel'] = { sampling: false, samplingTools: false, session: {} };

/** What the code that is running now may use of a client. */
export function requestContext(): OpenContext {
  return storage.getStore() ?? { clientModel: noClient, broker: createClientBroker() };
}

/** A job with what the code that is running now may use. */
export function currentJob(task: string, options: Partial<RunJob> = {}): RunJob {
  const { clientModel } = requestContext();
  return { task, mode: 'auto', maxTurns: undefined, agent: undefined, ...options, clientModel };
}
