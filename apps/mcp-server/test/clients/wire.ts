import { InMemoryTransport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createRunRegistry, type RunRegistry } from '../../src/runs/registry.ts';
import type { Runner } from '../../src/runs/runner.ts';
import { createRunAgentTool, type CallSettings } from '../../src/server/call-run-agent.ts';
import { createSession } from '../../src/server/session.ts';
import { publicTool } from '../../src/server/tool-definition.ts';
import { fakeRunner } from '../fixtures/fake-runner.ts';
import { memoryRunStore } from './memory-store.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Frame {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: Fields;
  /** When it came, in milliseconds. */
  readonly at: number;
}

export interface Wire {
  readonly send: (message: Fields) => void;
  readonly frames: readonly Frame[];
  /** Calls `listener` with each frame as it comes. */
  readonly listen: (listener: (frame: Frame) => void) => void;
}

/** What all sessions of one server share. */
export interface World {
  readonly registry: RunRegistry;
  /** How many runs were begun. */
  readonly begun: () => number;
  /** A session of its own for one client, as each transport makes them. */
  readonly connect: (caller?: string) => Promise<Wire>;
}

/** Longer than one result may be: 90,000 words. */
export const longAnswer: string = Array.from({ length: 90_000 }, (_, index) => `w${index}`).join(
  ' ',
);

/** What the server waits by default, in seconds. */
export const usualWait: CallSettings['waitSeconds'] = { withToken: 230, withoutToken: 50 };

/** A server whose runs work as `fakeRunner` does and, where their task ends in `long`, give a long answer. */
export function createWorld(waitSeconds: CallSettings['waitSeconds'] = usualWait): World {
  let begun = 0;
  const runner: Runner = {
    ...fakeRunner,
    run: async (job, ports) => {
      begun += 1;
      const result = await fakeRunner.run(job, ports);
      const isLong = job.task.endsWith('long') && result.outcome === 'completed';
      return isLong ? { ...result, answer: longAnswer } : result;
    },
  };
  const registry = createRunRegistry({ runner, store: memoryRunStore() });
  const tool = createRunAgentTool(registry, {
    trace: true,
    waitSeconds,
    agentNames: [],
    isNested: false,
  });
  return {
    registry,
    begun: () => begun,
    connect: async (caller = 'me') => {
      const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
      const frames: Frame[] = [];
      const listeners: ((frame: Frame) => void)[] = [];
      clientSide.onmessage = (message) => {
        const frame = { ...(message as unknown as Omit<Frame, 'at'>), at: Date.now() };
        frames.push(frame);
        for (const listener of listeners) listener(frame);
      };
      await clientSide.start();
      serveStdio(
        ({ era }) =>
          createSession({
            version: '1.2.3',
            era,
            tool: publicTool,
            caller,
            loadTool: () => Promise.resolve(tool),
            onModelCall: () => undefined,
          }),
        { transport: serverSide },
      );
      return {
        frames,
        listen: (listener) => {
          listeners.push(listener);
        },
        send: (message) => void clientSide.send(message as never),
      };
    },
  };
}
