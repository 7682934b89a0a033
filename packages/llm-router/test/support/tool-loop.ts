import type {
  ChatMessage,
  ChatModel,
  ModelEvent,
  ToolOutcome,
  ToolRunner,
} from '@mini-agent/foundation/chat';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { chatRequest } from './requests.ts';

export interface ToolLoopOptions {
  readonly model: ChatModel;
  readonly tools: ToolRunner;
  readonly task?: string;
  readonly runId?: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: ModelEvent) => void;
}

/** All that a run shows: what was said, called and found, what it cost, how it ended. */
export interface ToolLoopResult {
  readonly steps: readonly unknown[];
  readonly end: unknown;
}

/** Asks, runs the calls of a reply at once, tells the outcomes, asks again; an error ends it. */
export async function runToolLoop(options: ToolLoopOptions): Promise<ToolLoopResult> {
  const { model, tools, task = 'Do the task.', runId = 'run-1' } = options;
  const { signal = new AbortController().signal, onEvent } = options;
  const messages: ChatMessage[] = [{ role: 'user', content: task }];
  const steps: unknown[] = [];
  for (let step = 0; step < 10; step += 1) {
    const offered = await tools.list({ signal, depth: 0 });
    try {
      const request = chatRequest({ messages: [...messages], tools: offered, runId, step });
      const listener = onEvent === undefined ? {} : { onEvent };
      const { message, ...rest } = await model.complete(request, { signal, ...listener });
      steps.push({ ...rest, message: { ...message, opaque: undefined } });
      const toolCalls = message.toolCalls.map((call, index) => ({
        ...call,
        id: `c${step}${index}`,
      }));
      messages.push({ ...message, toolCalls });
      if (toolCalls.length === 0) return { steps, end: message.content };
      const outcomes = await Promise.all(
        toolCalls.map((call) => tools.call(call, { signal, runId, depth: 0 })),
      );
      for (const [index, outcome] of outcomes.entries()) {
        steps.push(outcome);
        const { id = '', name = '' } = toolCalls[index] ?? {};
        const content = outcome.ok ? outcome.text : `${outcome.code}: ${outcome.message}`;
        messages.push({ role: 'tool', callId: id, name, content, outcome });
      }
    } catch (error) {
      if (!MiniAgentError.isInstance(error)) throw error;
      const { code, message, status, retryAfterMs, details } = error;
      return { steps, end: { code, message, status, retryAfterMs, details } };
    }
  }
  return { steps, end: 'too many steps' };
}

/** A runner whose tools give the outcomes in order. */
export function outcomeRunner(
  descriptors: readonly ToolDescriptor[],
  outcomes: readonly ToolOutcome[],
): ToolRunner {
  let count = 0;
  return {
    list: () => Promise.resolve(descriptors),
    call: (call) => {
      const outcome = outcomes[count % outcomes.length];
      count += 1;
      if (outcome === undefined) throw new Error('The test has no outcomes.');
      return Promise.resolve({ ...outcome, callId: call.id });
    },
  };
}

/** A tool runner that must not be reached. */
export const noTools: ToolRunner = {
  list: () => Promise.resolve([]),
  call: () => Promise.reject(new Error('No tool is called here.')),
};
