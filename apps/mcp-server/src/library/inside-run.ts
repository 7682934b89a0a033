import { randomUUID } from 'node:crypto';
import type { ToolContext } from '@mini-agent/foundation/tool';
import { instance } from './instance.ts';
import { currentJob, requestContext } from './request-context.ts';

/**
 * Does a tool call of a program. Tools that start runs of their own find model and tools under the id of the run that calls them;
 * a call that belongs to no run gets one for as long as it lasts.
 */
export async function insideRun<Context extends ToolContext, Result>(
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { nested, runner } = instance();
  if (context.runId !== undefined && nested.has(context.runId)) return work(context);
  const runId = randomUUID();
  const end = nested.begin(runId, runner.parts(currentJob(''), requestContext().broker));
  try {
    return await work({ ...context, runId });
  } finally {
    end();
  }
}
