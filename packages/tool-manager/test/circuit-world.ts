import { vi } from 'vitest';
import type { Mock } from 'vitest';
import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { JsonObject, ToolContext } from '@mini-agent/foundation/tool';
import { createToolManager } from '../src/index.ts';
import type { ToolEvent, ToolManager, ToolManagerOptions } from '../src/index.ts';
import { ForeignError, makeCall, makeTool, openContext, readOnly } from './make-tool.ts';
import type { ToolParts } from './make-tool.ts';

export const down: ForeignError = new ForeignError('tool_error', 'the service is down', {
  status: 503,
});

export type Body = (args: unknown, context?: ToolContext) => unknown;

export interface CircuitWorld {
  readonly clock: { at: number; readonly waits: number[] };
  readonly execute: Mock<Body>;
  readonly manager: ToolManager;
  readonly call: (value?: JsonObject, context?: Partial<ToolContext>) => Promise<ToolOutcome>;
  readonly circuitEvents: () => unknown[];
}

/** A tool whose service is down, unless the test says otherwise. */
export function world(parts: ToolParts = {}, options: ToolManagerOptions = {}): CircuitWorld {
  const clock = { at: 1_000_000, waits: [] as number[] };
  const events: ToolEvent[] = [];
  const execute = vi.fn<Body>(() => Promise.reject(down));
  const manager = createToolManager({
    tools: [makeTool({ execute, annotations: readOnly, ...parts })],
    retryCount: 0,
    clock: {
      now: () => clock.at,
      sleep: (ms) => {
        clock.waits.push(ms);
        return Promise.resolve();
      },
    },
    onEvent: (event) => events.push(event),
    ...options,
  });
  const call: CircuitWorld['call'] = (value = {}, context = {}) =>
    manager.call(makeCall('probe', value), { ...openContext(), ...context });
  const circuitEvents = (): unknown[] =>
    events.flatMap((event) => (event.type === 'circuit' ? [event.state] : []));
  return { clock, execute, manager, call, circuitEvents };
}

export async function failTimes(call: () => Promise<unknown>, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await call();
}
