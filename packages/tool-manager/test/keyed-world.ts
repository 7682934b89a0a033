import { vi } from 'vitest';
import type { Mock } from 'vitest';
import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { JsonObject, ToolContext } from '@mini-agent/foundation/tool';
import { createToolManager } from '../src/index.ts';
import type { ToolManager, ToolManagerOptions } from '../src/index.ts';
import { makeCall, makeTool, openContext } from './make-tool.ts';
import type { ToolParts } from './make-tool.ts';

type Body = (args: unknown, context?: ToolContext) => unknown;

export interface KeyedWorld {
  readonly clock: { at: number };
  readonly execute: Mock<Body>;
  readonly manager: ToolManager;
  readonly call: (value?: JsonObject, context?: Partial<ToolContext>) => Promise<ToolOutcome>;
  readonly events: string[];
}

/** Calls get the key `k` and the ids `c1`, `c2` …; the tool tells how often it ran. */
export function keyedWorld(parts: ToolParts = {}, options: ToolManagerOptions = {}): KeyedWorld {
  const clock = { at: 0 };
  const events: string[] = [];
  let runs = 0;
  const execute = vi.fn<Body>(() => {
    runs += 1;
    return { text: `run ${runs}`, data: { runs } };
  });
  const manager = createToolManager({
    tools: [makeTool({ execute, ...parts })],
    clock: { now: () => clock.at, sleep: () => Promise.resolve() },
    retryCount: 0,
    onEvent: ({ callId, type }) => events.push(`${callId} ${type}`),
    ...options,
  });
  let count = 0;
  const call: KeyedWorld['call'] = (value = {}, context = {}) => {
    count += 1;
    return manager.call(makeCall('probe', value, `c${count}`), {
      ...openContext(),
      idempotencyKey: 'k',
      ...context,
    });
  };
  return { clock, execute, manager, call, events };
}
