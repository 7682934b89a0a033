import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolAnnotations } from '@mini-agent/foundation/tool';
import { calledHosts } from '../src/called-hosts.ts';
import { Circuit } from '../src/circuit.ts';
import { down, world } from './circuit-world.ts';
import { ForeignError, gate, idempotent, obedient, readOnly } from './make-tool.ts';

describe('half-open', () => {
  async function opened(annotations: Partial<ToolAnnotations> = readOnly) {
    const all = world(
      { annotations },
      { retryCount: 2, circuit: { failures: 1, coolDownMs: 1_000 } },
    );
    await all.call();
    all.clock.at += 1_000;
    all.execute.mockClear();
    return all;
  }

  test('exactly one of many calls is let through, and its success closes the circuit', async () => {
    const { call, execute, manager, circuitEvents } = await opened();
    const probe = gate();
    execute.mockImplementation(() => probe.promise.then(() => ({ text: 'ok' })));
    expect(manager.stats().circuits).toMatchObject([{ state: 'half_open' }]);
    const first = call();
    const others = await Promise.all(Array.from({ length: 10 }, () => call()));
    expect(execute).toHaveBeenCalledTimes(1);
    expect(new Set(others.map((outcome) => outcome.ok))).toEqual(new Set([false]));
    expect(others[0]).toMatchObject({ tries: 0, retryAfterMs: 1_000 });
    probe.open();
    expect(await first).toMatchObject({ ok: true });
    expect(manager.stats()).not.toHaveProperty('circuits');
    expect(circuitEvents()).toEqual(['open', 'half_open', 'closed']);
    expect(await call()).toMatchObject({ ok: true });
  });

  test('a probe that fails is not tried again; the rest begins anew', async () => {
    const { call, execute, clock, circuitEvents } = await opened(idempotent);
    expect(await call()).toMatchObject({ ok: false, tries: 1 });
    expect(execute).toHaveBeenCalledTimes(1);
    clock.at += 999;
    expect(await call()).toMatchObject({ tries: 0, retryAfterMs: 1 });
    expect(circuitEvents()).toEqual(['open', 'half_open', 'open']);
  });

  test.each([
    ['is aborted', 'abort'],
    ['had bad arguments', 'arguments'],
  ])('a probe that %s tells nothing: the next call is the probe', async (_, how) => {
    const { call, execute } = await opened();
    const controller = new AbortController();
    execute.mockImplementationOnce((args, context) =>
      how === 'abort'
        ? obedient(args, context)
        : Promise.reject(new ForeignError('invalid_arguments')),
    );
    const probe = call({}, { signal: controller.signal });
    controller.abort();
    await probe;
    execute.mockReturnValueOnce({ text: 'ok' });
    expect(await call()).toMatchObject({ ok: true });
  });

  test('a listener that aborts the probe at its start leaves no probe behind', async () => {
    const controller = new AbortController();
    let isArmed = false;
    const all = world(
      {},
      {
        circuit: { failures: 1, coolDownMs: 1_000 },
        onEvent: ({ type }) => {
          if (isArmed && type === 'started') controller.abort();
        },
      },
    );
    await all.call();
    all.clock.at += 1_000;
    all.execute.mockReturnValue({ text: 'ok' });
    isArmed = true;
    expect(await all.call({}, { signal: controller.signal })).toMatchObject({
      code: 'interrupted',
      tries: 0,
    });
    isArmed = false;
    expect(all.execute).toHaveBeenCalledTimes(1);
    expect(await all.call()).toMatchObject({ ok: true });
  });
});

describe('hosts', () => {
  test('a site that is down does not keep other sites away', async () => {
    const { call, execute, manager } = world();
    execute.mockImplementation((args) =>
      (args as { url: string }).url.includes('down.example')
        ? Promise.reject(down)
        : { text: 'ok' },
    );
    for (let index = 0; index < 5; index += 1) {
      await call({ url: `https://me:pw@down.example/${index}` });
      expect(await call({ url: 'https://up.example/' })).toMatchObject({ ok: true });
    }
    expect(await call({ url: 'https://DOWN.example/6' })).toMatchObject({
      tries: 0,
      message: expect.stringMatching(/^probe for down\.example was not started/) as string,
    });
    expect(await call({ url: 'https://up.example/' })).toMatchObject({ ok: true });
    expect(manager.stats().circuits).toMatchObject([{ name: 'probe', host: 'down.example' }]);
    expect(execute).toHaveBeenCalledTimes(11);
  });

  test.each([
    [{ url: 'https://a.example:8443/x' }, 'a.example:8443'],
    [
      { urls: ['http://b.example', 'https://a.example/1', 'https://a.example/2'] },
      'a.example b.example',
    ],
    [{ query: 'see https://a.example' }, ''],
    [{ url: 'https://' }, ''],
    [{ url: 5 }, ''],
    [null, ''],
    ['https://a.example', ''],
  ])('%j names %j', (args, hosts) => {
    expect(calledHosts(args)).toBe(hosts);
  });
});

test('any history of tries: it opens after exactly so many failures, one probe at a time, and holds only what failed', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const) }),
    fc.record({
      kind: fc.constantFrom('succeed' as const, 'fail' as const, 'release' as const),
      which: fc.nat(20),
    }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(150) }),
  );
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      (steps, failures) => {
        let now = 0;
        const circuit = new Circuit(
          { failures, coolDownMs: 100 },
          { now: () => now, sleep: () => Promise.resolve() },
        );
        const open: ReturnType<Circuit['enter']>[] = [];
        let inARow = 0;
        let isOpen = false;
        for (const action of steps) {
          if (action.kind === 'wait') now += action.ms;
          if (action.kind === 'ask') {
            const refusal = circuit.refusal('');
            const isProbing = open.some((pass) => pass.isProbe);
            if (!isOpen) expect(refusal).toBeUndefined();
            if (isOpen && isProbing) expect(refusal).toBeDefined();
            if (!refusal) open.push(circuit.enter(''));
            expect(open.filter((pass) => pass.isProbe).length).toBeLessThanOrEqual(1);
          }
          if ('which' in action) {
            const [pass] = open.splice(action.which % Math.max(1, open.length), 1);
            if (!pass) continue;
            if (action.kind === 'release') circuit.release(pass);
            if (action.kind === 'succeed' && (!isOpen || pass.isProbe)) inARow = 0;
            if (action.kind === 'succeed' && circuit.succeed(pass)) isOpen = false;
            if (action.kind === 'fail') {
              if (!isOpen) inARow += 1;
              const failure = { retryAfterMs: undefined, isRateLimit: false, isTransient: true };
              const rest = circuit.fail(pass, failure);
              const shouldOpen: boolean = isOpen ? pass.isProbe : inARow >= failures;
              expect(rest).toBe(shouldOpen ? 100 : undefined);
              isOpen ||= shouldOpen;
            }
          }
          if (!isOpen && inARow === 0) expect(circuit.isQuiet).toBe(true);
        }
      },
    ),
  );
});

test('thousands of failing hosts are not remembered for ever', () => {
  const circuit = new Circuit(
    { failures: 1, coolDownMs: 100 },
    { now: () => 0, sleep: () => Promise.resolve() },
  );
  for (let index = 0; index < 5_000; index += 1) {
    const pass = circuit.enter(`h${index}`);
    circuit.fail(pass, { retryAfterMs: undefined, isRateLimit: false, isTransient: true });
  }
  expect(circuit.states('t')).toHaveLength(100);
});

test('a clock that is set back makes no rest longer', () => {
  let now = 1_000_000;
  const circuit = new Circuit(
    { failures: 1, coolDownMs: 100 },
    { now: () => now, sleep: () => Promise.resolve() },
  );
  circuit.fail(circuit.enter(''), {
    retryAfterMs: undefined,
    isRateLimit: false,
    isTransient: true,
  });
  expect(circuit.refusal('')).toBeDefined();
  now = 0;
  expect(circuit.refusal('')).toBeUndefined();
});
