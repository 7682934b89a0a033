import { startModelServer } from '@mini-agent/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { createHttpModel } from '../src/index.ts';

const request = {
  messages: [{ role: 'user', content: 'hello' }],
  tools: [],
  toolChoice: 'auto',
  language: 'en',
  purpose: 'step',
  runId: 'r',
  step: 0,
} as const;

/** A socket's error that nobody hears ends the process. */
async function uncaughtDuring(work: () => Promise<void>): Promise<readonly unknown[]> {
  const uncaught: unknown[] = [];
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => uncaught.push(error));
  try {
    await work();
    await new Promise(setImmediate);
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of others) process.on('uncaughtException', listener);
  }
  return uncaught;
}

it('an abort while the rest of an answer is here and unread is an abort and nothing else', async () => {
  const content = 'a long answer in some parts';
  // In one piece, with its end.
  const server = await startModelServer(() => ({ content, fault: { kind: 'split', at: [] } }));
  onTestFinished(() => server.close());
  const model = createHttpModel({ baseUrl: server.url, model: 'm', stream: true });
  const uncaught = await uncaughtDuring(async () => {
    for (let round = 0; round < 10; round += 1) {
      const controller = new AbortController();
      const reply = model.complete(request, {
        signal: controller.signal,
        onEvent: () => {
          controller.abort();
        },
      });
      await expect(reply).rejects.toMatchObject({ code: 'aborted' });
      await new Promise(setImmediate);
    }
  });
  expect(uncaught).toEqual([]);
});
