import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  startHttpServer,
  startModelServer,
  type HttpServerProcess,
  type ModelServer,
} from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cliCommand, temporaryFolder } from '../stdio-harness.ts';
import { followStream } from './event-stream.ts';
import {
  frames,
  modernCall,
  modernHeaders,
  openSession,
  post,
  toolCall,
  type Frame,
} from './http-harness.ts';

const owner = 'a-token-of-more-than-sixteen-letters';
const stranger = 'another-token-of-some-length';
const soon = { timeout: 10_000, interval: 10 };

type Structured = Readonly<Record<string, unknown>>;
type Call = (args: Structured, token?: number) => Promise<Response>;

/** One call of a caller, whatever it takes in that era. */
const eras = {
  legacy: async (server: HttpServerProcess, token: string): Promise<Call> => {
    const headers = await openSession(server, { authorization: `Bearer ${token}` });
    return (args, progressToken) => post(server, toolCall(1, args, progressToken), { headers });
  },
  modern: (server: HttpServerProcess, token: string): Promise<Call> => {
    const headers = { ...modernHeaders, authorization: `Bearer ${token}` };
    return Promise.resolve((args, progressToken) =>
      post(server, modernCall(1, args, progressToken), { headers }),
    );
  },
};

async function contentOf(response: Response): Promise<Structured> {
  return contentIn(await frames(response));
}

function contentIn(all: readonly Frame[]): Structured {
  return all.at(-1)?.result?.structuredContent ?? {};
}

interface World {
  readonly model: ModelServer;
  /** What is kept of all runs. */
  readonly kept: () => string;
  /** Another process of the same home and the same tokens. */
  readonly start: () => Promise<HttpServerProcess>;
}

/** A model that asks for a tool, then hangs; whoever asks it again gets the answer. */
async function world(): Promise<World> {
  const model = await startModelServer([
    { tool_calls: [{ id: 'c', name: 'calculator', arguments: '{"expression":"6*7"}' }] },
    { content: 'late', delayMs: 60_000 },
    { content: 'It is 42.' },
  ]);
  onTestFinished(() => model.close());
  const home = temporaryFolder();
  const folder = join(home, '.runs');
  const kept = (): string =>
    readdirSync(folder)
      // One that is being written has another name until it counts.
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
  const env = {
    MINI_AGENT_HOME: home,
    MINI_AGENT_HTTP_TOKEN: `${owner},${stranger}`,
    LLM_MODEL: 'scripted',
    LLM_BASE_URL: `${model.url}/v1`,
  };
  const start = async (): Promise<HttpServerProcess> => {
    const server = await startHttpServer(cliCommand([], env));
    onTestFinished(() => {
      server.kill('SIGKILL');
    });
    return server;
  };
  return { model, kept, start };
}

describe.each(['legacy', 'modern'] as const)(
  'a server that is killed during the run of a %s client',
  { timeout: 60_000 },
  (era) => {
    test('finishes it for the same token and the run_id alone once it is started again', async () => {
      const { model, kept, start } = await world();
      const first = await start();
      const call = await eras[era](first, owner);
      const stream = followStream(await call({ task: 'What is six times seven?' }, 7));
      await vi.waitUntil(() => model.requests.length === 2, soon);
      await vi.waitUntil(() => /run_\w+/.test(stream.text()), soon);
      // The model says nothing more: what has been done so far must reach the disk without a further step.
      await vi.waitUntil(() => kept().includes('Result: 42'), soon);
      const [runId = ''] = /run_\w+/.exec(stream.text()) ?? [];
      first.kill('SIGKILL');
      await Promise.all([first.waitForExit(), stream.ended]);

      const second = await start();
      const other = await eras[era](second, stranger);
      for (const args of [{ run_id: runId }, { run_id: runId, cancel: true }]) {
        expect(await contentOf(await other(args))).toMatchObject({
          status: 'failed',
          error_code: 'not_found',
        });
      }
      const again = await eras[era](second, owner);
      const done = await contentOf(await again({ run_id: runId }));
      expect(done).toMatchObject({
        status: 'completed',
        run_id: runId,
        answer: 'It is 42.',
        tool_calls: [{ tool: 'calculator' }],
      });
      // The finished call was not made again: its observation went along.
      expect(model.requests).toHaveLength(3);
      expect(JSON.stringify(model.requests[2]?.body.messages)).toContain('Result: 42');
      expect(second.stdoutLines()).toEqual([]);
    });

    test('finishes one that was handed back, and answers it in the same way later', async () => {
      const { model, start } = await world();
      const first = await start();
      const call = await eras[era](first, owner);
      const handed = await contentOf(await call({ task: 'six times seven', wait_seconds: 0 }));
      expect(handed).toMatchObject({ status: 'running' });
      await vi.waitUntil(() => model.requests.length === 2, soon);
      first.kill('SIGKILL');
      await first.waitForExit();

      const second = await start();
      const again = await eras[era](second, owner);
      const done = await contentOf(await again({ run_id: handed['run_id'] }));
      expect(done).toMatchObject({ status: 'completed', answer: 'It is 42.' });
      expect(await contentOf(await again({ run_id: handed['run_id'] }))).toEqual(done);
      expect(model.requests).toHaveLength(3);
    });
  },
);
