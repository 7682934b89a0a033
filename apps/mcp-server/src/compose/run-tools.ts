import type { ToolRunner } from '@mini-agent/foundation/chat';
import type { Discovery } from './discovery.ts';

/** Tools that start runs of their own; a nested run never sees them. */
export const pipelineTools: ReadonlySet<string> = new Set([
  'run_workflow',
  'deep_research',
  'research_pipeline',
]);

export interface RunToolsOptions {
  readonly tools: ToolRunner;
  /** Absent in rule mode, which never asks the network what tools there are. */
  readonly discovery?: Discovery | undefined;
}

/** The tools as one run sees them. */
export function createRunTools({ tools, discovery }: RunToolsOptions): ToolRunner {
  return {
    list: async (options) => {
      await discovery?.ensure(options.signal);
      const all = await tools.list(options);
      return options.depth > 0 ? all.filter(({ name }) => !pipelineTools.has(name)) : all;
    },
    call: (call, context) => tools.call(call, context),
  };
}
