import type { ChatModel, ToolCall, ToolOutcome, ToolRunner } from '@mini-agent/foundation/chat';
import type { ToolAnnotations } from '@mini-agent/foundation/tool';
import {
  createAgent,
  type AgentEvent,
  type RunOptions,
  type RunResult,
  type RunState,
} from '@mini-agent/react-agent';
import { ScriptedError, toResponse, type Reply } from './scripted.ts';

/** Tools whose results depend on nothing but the call. */
export const worldTools: Readonly<Record<string, Partial<ToolAnnotations>>> = {
  read: { readOnly: true, idempotent: true },
  web: { readOnly: true, idempotent: true, openWorld: true, untrustedOutput: true },
  dice: { readOnly: true },
  put: { idempotent: true },
  pay: {},
  slow: { destructive: true },
};

export type Answer = 'yes' | 'no' | 'later' | 'fails';

export interface World {
  readonly replies: readonly Reply[];
  readonly maxTurns: number;
  /** What the approver says to a call; the one that decides later says yes. */
  readonly answer?: (call: ToolCall) => Answer;
  /** Numbers of the points at which the run is put aside. */
  readonly suspendAt: readonly number[];
  /** Tools obey their signal. */
  readonly obeys: boolean;
}

export interface Lived {
  readonly result: RunResult;
  readonly events: readonly AgentEvent[];
  /** Idempotency keys of the calls that reached the tools, and of those that came to an end there. */
  readonly begun: readonly string[];
  readonly ended: readonly string[];
  /** How often the run was put aside, and how many points it had. */
  readonly suspensions: number;
  readonly points: number;
  readonly hookCalls: number;
  readonly openApprovals: number;
}

function ticks(count: number): Promise<void> {
  let work = Promise.resolve();
  for (let tick = 0; tick < count; tick += 1) work = work.then(() => undefined);
  return work;
}

/** Lives through a run that is put aside at the given points, and each time goes on in a new agent from the state as JSON. */
export async function live(world: World): Promise<Lived> {
  const events: AgentEvent[] = [];
  const begun: string[] = [];
  const ended: string[] = [];
  let points = 0;
  let hookCalls = 0;
  let openApprovals = 0;
  let controller = new AbortController();
  const point = (): void => {
    if (world.suspendAt.includes(points)) controller.abort();
    points += 1;
  };

  const model: ChatModel = {
    complete: async ({ step }) => {
      point();
      await ticks(3);
      point();
      const reply = world.replies[step];
      if (reply === undefined) throw new ScriptedError('unavailable', 'the script is used up');
      return toResponse(reply);
    },
  };
  const tools: ToolRunner = {
    list: async () => {
      point();
      await ticks(1);
      return Object.entries(worldTools).map(([name, annotations]) => ({
        name,
        title: name,
        description: name,
        inputSchema: { type: 'object' },
        annotations: {
          readOnly: false,
          idempotent: false,
          openWorld: false,
          destructive: false,
          untrustedOutput: false,
          ...annotations,
        },
        polling: false,
      }));
    },
    call: async (call, { signal, idempotencyKey = '' }): Promise<ToolOutcome> => {
      begun.push(idempotencyKey);
      const common = { callId: call.id, durationMs: 0, tries: 1 };
      for (let pause = 0; pause < (call.name === 'slow' ? 4 : 2); pause += 1) {
        point();
        await ticks(2);
        if (world.obeys && signal.aborted) {
          return { ...common, ok: false, code: 'interrupted', message: 'stopped', retry: true };
        }
      }
      ended.push(idempotencyKey);
      const text = `${call.id} ${JSON.stringify(call.arguments)}`;
      return { ...common, ok: true, trusted: call.name !== 'web', text };
    },
  };

  const options = (): RunOptions => ({
    suspend: controller.signal,
    onEvent: (event) => {
      events.push(event);
      point();
    },
    onState: async () => {
      point();
      await ticks(1);
      point();
    },
  });
  const agent = () =>
    createAgent({
      model,
      tools,
      limits: { maxTurns: world.maxTurns },
      now: () => 1_000,
      random: () => 'abcdef-0123456789',
      hooks: {
        create: [
          async ({ step }, messages) => {
            point();
            await ticks(1);
            hookCalls += 1;
            messages.splice(1, 0, { role: 'user', content: `hook ${step}` });
            return messages;
          },
        ],
      },
      ...(world.answer && {
        approve: async (call: ToolCall) => {
          openApprovals += 1;
          point();
          await ticks(2);
          openApprovals -= 1;
          const answer = world.answer?.(call);
          if (answer === 'fails') throw new Error('nobody there');
          return answer === 'later' ? answer : answer === 'yes';
        },
      }),
    });

  let result = await agent().run('go', { ...options(), runId: 'run-1' });
  let suspensions = 0;
  while (result.suspended && suspensions < 500) {
    suspensions += 1;
    controller = new AbortController();
    const { reason, calls } = result.suspended;
    const state = JSON.parse(JSON.stringify(result.state)) as RunState;
    const decisions = Object.fromEntries(calls.map(({ id }) => [id, true]));
    result = await agent().resume(state, {
      ...options(),
      ...(reason === 'approval' && { decisions }),
    });
  }
  return { result, events, begun, ended, suspensions, points, hookCalls, openApprovals };
}
