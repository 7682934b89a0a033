import type { ToolCall, ToolOutcome, ToolRunner } from '@mini-agent/foundation/chat';
import { errorType } from './attributes.ts';
import { argumentsContent, resultContent } from './content.ts';
import { spanKinds } from './otel-api.ts';
import { quietly, runWithin, startSpan } from './spans.ts';
import type { Tracing } from './telemetry.ts';

/** A span around each call; listing tools has none. */
export function traceTools(runner: ToolRunner, tracing: Tracing): ToolRunner {
  return {
    list: (options) => runner.list(options),
    call: async (call, context) => {
      const traced = quietly(() => startCall(call, context.runId, tracing));
      if (traced === undefined) return runner.call(call, context);
      try {
        const outcome = await runWithin(tracing.api, traced.context, () =>
          runner.call(call, context),
        );
        quietly(() => {
          traced.finish(outcome);
        });
        return outcome;
      } catch (error) {
        traced.fail(errorType(error));
        throw error;
      }
    },
  };
}

function startCall(
  call: ToolCall,
  runId: string | undefined,
  tracing: Tracing,
): {
  readonly context: Parameters<typeof runWithin>[1];
  readonly finish: (outcome: ToolOutcome) => void;
  readonly fail: (type: string) => void;
} {
  const { api, scope, captureContent, cleaner, record, now } = tracing;
  const { parent, run } = tracing.runs.place(runId);
  const conversation = run?.conversationId ?? runId;
  const span = startSpan(api, scope, {
    name: `execute_tool ${call.name}`,
    kind: spanKinds.internal,
    parent,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.name,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': call.id,
      ...(conversation === undefined ? {} : { 'gen_ai.conversation.id': conversation }),
    },
  });
  const isCaptured = captureContent && span.isRecording();
  if (isCaptured) span.set(() => argumentsContent(call, cleaner));
  const began = now();
  const end = (type?: string): void => {
    span.end();
    record('gen_ai.execute_tool.duration', Math.max(0, now() - began) / 1_000, {
      'gen_ai.tool.name': call.name,
      ...(run === undefined ? {} : { 'gen_ai.agent.name': run.agentName }),
      ...(type === undefined ? {} : { 'error.type': type }),
    });
  };
  const fail = (type: string): void => {
    span.fail(type);
    end(type);
  };
  return {
    context: span.context,
    fail,
    finish: (outcome) => {
      span.set(() => ({ 'mini_agent.tool.tries': outcome.tries }));
      if (isCaptured) span.set(() => resultContent(outcome, cleaner));
      // What a tool says of its failure may quote what it was given: only the class is told.
      if (outcome.ok) end();
      else fail(outcome.code);
    },
  };
}
