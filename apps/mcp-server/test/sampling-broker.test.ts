import { expect, test } from 'vitest';
import { createClientBroker } from '../src/runs/client-broker.ts';

const signal = new AbortController().signal;

test('a request waits until a call is open, and goes to the newest one', async () => {
  const broker = createClientBroker();
  const request = broker.createMessage({ n: 1 }, { signal });
  const seen: string[] = [];
  broker.open({
    send: () => {
      seen.push('first');
      return Promise.resolve('a');
    },
  });
  expect(await request).toBe('a');
  broker.open({
    send: () => {
      seen.push('second');
      return Promise.resolve('b');
    },
  });
  expect(await broker.createMessage({ n: 2 }, { signal })).toBe('b');
  expect(seen).toEqual(['first', 'second']);
});

test('a withdrawn channel is not used any more', async () => {
  const broker = createClientBroker();
  const close = broker.open({ send: () => Promise.resolve('gone') });
  close();
  const controller = new AbortController();
  const request = broker.createMessage({}, { signal: controller.signal });
  controller.abort(new Error('stopped'));
  await expect(request).rejects.toThrow('stopped');
});

test('without a way to send, requests are handed out by key and answered later', async () => {
  const broker = createClientBroker();
  let woken = 0;
  const close = broker.open({
    onWaiting: () => {
      woken += 1;
    },
  });
  const first = broker.createMessage({ n: 1 }, { signal });
  const second = broker.createMessage({ n: 2 }, { signal });
  await Promise.resolve();
  expect(woken).toBe(2);
  const [one = '', two = ''] = Object.keys(broker.waiting());
  expect(broker.waiting()).toEqual({ [one]: { n: 1 }, [two]: { n: 2 } });
  close();
  broker.answer({ [two]: 'B', unknown: 'x' });
  expect(await second).toBe('B');
  broker.open({
    onWaiting: () => {
      woken += 1;
    },
  });
  expect(woken).toBe(3);
  broker.answer({ [one]: 'A' });
  expect(await first).toBe('A');
  expect(broker.waiting()).toEqual({});
});

test('an aborted request is not handed out, and its late answer is ignored', async () => {
  const broker = createClientBroker();
  broker.open({ onWaiting: () => undefined });
  const controller = new AbortController();
  const request = broker.createMessage({}, { signal: controller.signal });
  await Promise.resolve();
  const [key = ''] = Object.keys(broker.waiting());
  controller.abort(new Error('late'));
  await expect(request).rejects.toThrow('late');
  expect(broker.waiting()).toEqual({});
  broker.answer({ [key]: 'too late' });
});
