import {
  createRunAgentTool,
  type CallRequest,
  type RunAgentTool,
} from '../src/server/call-run-agent.ts';
import type { RenderedResult } from '../src/render.ts';
import { createRunRegistry } from '../src/runs/registry.ts';
import { createRunStore } from '../src/runs/run-store.ts';
import type { ClientModel, Runner } from '../src/runs/runner.ts';

/** A client without sampling. */
export const noClient: ClientModel = { sampling: false, samplingTools: false, session: {} };

export type CallTool = (
  args: Readonly<Record<string, unknown>>,
  change?: Partial<CallRequest>,
) => Promise<RenderedResult>;

/** The public tool over a runner whose runs are kept in `folder`; each result is on the disk when it is given. */
export function callToolOf(runner: Runner, folder: string): CallTool {
  const store = createRunStore({ directory: () => Promise.resolve(folder), log: () => undefined });
  const registry = createRunRegistry({ runner, store });
  const tool: RunAgentTool = createRunAgentTool(registry, {
    trace: true,
    waitSeconds: { withToken: 30, withoutToken: 30 },
    agentNames: [],
    isNested: false,
  });
  return async (args, change = {}) => {
    const outcome = await tool.call({
      arguments: args,
      signal: new AbortController().signal,
      caller: 'me',
      clientModel: noClient,
      onModelRun: () => undefined,
      ...change,
    });
    if (outcome.kind !== 'result') throw new Error('no result');
    await registry.flush();
    return outcome.result;
  };
}
