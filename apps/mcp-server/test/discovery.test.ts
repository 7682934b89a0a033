import type { Tool } from '@mini-agent/foundation/tool';
import { expect, test } from 'vitest';
import { createDiscovery } from '../src/compose/discovery.ts';

function tool(name: string): Tool {
  return {
    name,
    title: name,
    description: name,
    inputSchema: { jsonSchema: { type: 'object' } },
    annotations: {
      readOnly: true,
      idempotent: true,
      openWorld: true,
      destructive: false,
      untrustedOutput: true,
    },
    execute: () => Promise.resolve({ text: name }),
  };
}

function setUp(discover: () => Promise<readonly Tool[]>): {
  ensure: (signal?: AbortSignal) => Promise<void>;
  registered: Set<string>;
  logged: string[];
} {
  const registered = new Set<string>();
  const logged: string[] = [];
  const discovery = createDiscovery({
    discover,
    register: ({ name }) => {
      if (registered.has(name)) throw new Error(`${name} twice`);
      registered.add(name);
      return () => registered.delete(name);
    },
    log: (line) => logged.push(line),
  });
  const never = new AbortController().signal;
  return { ensure: (signal = never) => discovery.ensure(signal), registered, logged };
}

test('found tools join, the same list again changes nothing, a new list replaces', async () => {
  const [one, two, three] = [tool('one'), tool('two'), tool('three')];
  let list: readonly Tool[] = [one, two];
  const { ensure, registered } = setUp(() => Promise.resolve(list));
  await ensure();
  await ensure();
  expect([...registered]).toEqual(['one', 'two']);
  list = [two, three];
  await ensure();
  expect([...registered]).toEqual(['two', 'three']);
});

test('a failure keeps the last tools, is told once, and the next run tries again', async () => {
  let fails = false;
  let count = 0;
  const list = [tool('one')];
  const { ensure, registered, logged } = setUp(() => {
    count += 1;
    return fails ? Promise.reject(new Error('no answer')) : Promise.resolve(list);
  });
  await ensure();
  fails = true;
  await ensure();
  await ensure();
  expect([...registered]).toEqual(['one']);
  expect(logged).toEqual(['AnySearch was not discovered: no answer']);
  expect(count).toBe(3);
});

test('runs that start together share one discovery, and none waits longer than 2 s or after its abort', async () => {
  let count = 0;
  let arrive = (): void => undefined;
  const { ensure, registered } = setUp(() => {
    count += 1;
    return new Promise((resolve) => {
      arrive = () => {
        resolve([tool('late')]);
      };
    });
  });
  const controller = new AbortController();
  const aborted = ensure(controller.signal);
  controller.abort();
  await aborted;
  const begun = performance.now();
  await ensure();
  expect(performance.now() - begun).toBeGreaterThan(1_900);
  expect(performance.now() - begun).toBeLessThan(2_900);
  expect(count).toBe(1);
  arrive();
  await ensure();
  expect([...registered]).toEqual(['late']);
});
