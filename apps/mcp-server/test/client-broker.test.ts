import { describe, expect, test, vi } from 'vitest';
import { createClientBroker, type ClientChannel } from '../src/runs/client-broker.ts';

const { signal } = new AbortController();
const both = ['sampling', 'elicitation'] as const;
const patient = { signal, timeoutMs: 60_000 };

/** Lets everything go on that waits for nothing from outside. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('two kinds of requests', () => {
  test('each goes to the newest call whose client can be asked it', async () => {
    const broker = createClientBroker();
    const seen: string[] = [];
    const channel = (name: string, kinds?: ClientChannel['kinds']): ClientChannel => ({
      ...(kinds && { kinds }),
      send: ({ kind }) => {
        seen.push(`${name} ${kind}`);
        return Promise.resolve(name);
      },
    });
    broker.open(channel('models'));
    expect(broker.canAsk('elicitation')).toBe(false);
    broker.open(channel('both', both));
    broker.open(channel('people', ['elicitation']));
    expect(broker.canAsk('elicitation')).toBe(true);
    expect(await broker.createMessage({}, { signal })).toBe('both');
    expect(await broker.elicit({}, patient)).toBe('people');
    expect(seen).toEqual(['both sampling', 'people elicitation']);
  });

  test('wait at once under keys of their own, are answered in any order, and apart', async () => {
    const broker = createClientBroker();
    let woken = 0;
    const channel = { kinds: both, onWaiting: () => (woken += 1) };
    const close = broker.open(channel);
    const model = broker.createMessage({ n: 1 }, { signal });
    const first = broker.elicit({ n: 2 }, patient);
    const second = broker.elicit({ n: 3 }, patient);
    await settle();
    expect(woken).toBe(3);
    const [modelKey = ''] = Object.keys(broker.waiting('sampling'));
    const [firstKey = '', secondKey = ''] = Object.keys(broker.waiting('elicitation'));
    expect(broker.waiting()).toEqual({ [modelKey]: { n: 1 } });
    expect(broker.waiting('elicitation')).toEqual({ [firstKey]: { n: 2 }, [secondKey]: { n: 3 } });
    expect(new Set([modelKey, firstKey, secondKey]).size).toBe(3);
    expect(modelKey).toMatch(/^model_/);
    expect(firstKey).toMatch(/^approval_/);
    close();
    broker.answer({ [secondKey]: 'no', other: 'x', constructor: 'y' });
    expect(await second).toBe('no');
    expect(broker.isAskingUser()).toBe(true);
    broker.answer({ [secondKey]: 'again', [modelKey]: 'text' });
    expect(await model).toBe('text');
    broker.open(channel);
    expect(woken).toBe(4);
    broker.answer({ [firstKey]: 'yes' });
    expect(await first).toBe('yes');
    expect(broker.isAskingUser()).toBe(false);
    expect(broker.waiting('elicitation')).toEqual({});
  });

  test('a call whose client cannot be asked is not woken for what waits', async () => {
    const broker = createClientBroker();
    const close = broker.open({ kinds: ['elicitation'], onWaiting: () => undefined });
    const question = broker.elicit({}, patient);
    await settle();
    close();
    const onWaiting = vi.fn();
    broker.open({ onWaiting });
    expect(onWaiting).not.toHaveBeenCalled();
    const [key = ''] = Object.keys(broker.waiting('elicitation'));
    broker.answer({ [key]: 'yes' });
    expect(await question).toBe('yes');
  });

  test('keys of two brokers never meet: an answer that comes after a crash fits nothing', async () => {
    const keys = await Promise.all(
      [createClientBroker(), createClientBroker()].map(async (broker) => {
        broker.open({ kinds: both, onWaiting: () => undefined });
        void broker.elicit({}, patient);
        await settle();
        return Object.keys(broker.waiting('elicitation'))[0];
      }),
    );
    expect(keys[0]).not.toBe(keys[1]);
  });
});

describe('a question to the user', () => {
  test('waits for a call without time running, then has its time', async () => {
    vi.useFakeTimers();
    try {
      const broker = createClientBroker();
      const question = broker.elicit({ n: 1 }, { signal, timeoutMs: 1_000 });
      const ended = question.catch((error: unknown) => (error as Error).name);
      await vi.advanceTimersByTimeAsync(500_000);
      expect(broker.isAskingUser()).toBe(true);
      broker.open({ kinds: ['elicitation'], onWaiting: () => undefined });
      await vi.advanceTimersByTimeAsync(900);
      expect(Object.keys(broker.waiting('elicitation'))).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(200);
      expect(await ended).toBe('TimeoutError');
      expect(broker.isAskingUser()).toBe(false);
      expect(broker.waiting('elicitation')).toEqual({});
    } finally {
      vi.useRealTimers();
    }
  });

  test('ends with its run, also where the client ignores that', async () => {
    const broker = createClientBroker();
    broker.open({ kinds: ['elicitation'], send: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const question = broker.elicit({}, { signal: controller.signal, timeoutMs: 60_000 });
    await settle();
    controller.abort(new Error('stopped'));
    await expect(question).rejects.toThrow('stopped');
    expect(broker.isAskingUser()).toBe(false);
  });

  test('carries the trace of its run', async () => {
    const broker = createClientBroker({ traceparent: '00-1-2-01' });
    const seen: unknown[] = [];
    broker.open({
      kinds: ['elicitation'],
      send: ({ params }) => Promise.resolve(seen.push(params)),
    });
    await broker.elicit({ message: 'm' }, patient);
    expect(seen).toEqual([{ message: 'm', _meta: { traceparent: '00-1-2-01' } }]);
  });
});
