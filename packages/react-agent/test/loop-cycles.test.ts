import { createAgent } from '@mini-agent/react-agent';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { describe, expect, it } from 'vitest';
import { callKey, meaningKey } from '../src/call-key.ts';
import { scriptedModel, scriptedTools, type Reply, type ScriptedTool } from './scripted.ts';

type Calls = readonly (readonly [name: string, input: JsonObject])[];
const turn = (...calls: Calls): Reply => ({ calls });
const rounds = (count: number, ...cycle: readonly Reply[]): readonly Reply[] =>
  Array.from({ length: count }, () => cycle).flat();
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => turn([name, {}])) as [
  Reply,
  Reply,
  Reply,
  Reply,
];

async function run(replies: readonly Reply[], tool: ScriptedTool = {}, other: ScriptedTool = tool) {
  const model = scriptedModel([...replies, { content: 'answer' }]);
  const tools = scriptedTools({ a: tool, b: other, c: other, d: other });
  const agent = createAgent({ model, tools, limits: { maxTurns: 40 } });
  const result = await agent.run('go');
  return {
    outcome: result.outcome,
    turns: model.requests.findIndex(({ toolChoice }) => toolChoice === 'none'),
    made: tools.made.length,
  };
}

const open: ScriptedTool = { annotations: { openWorld: true } };
const changing: ScriptedTool = {
  results: Array.from({ length: 40 }, (_, n) => String(n)),
  annotations: { openWorld: true },
};

describe('cycles of turns', () => {
  it.each([
    ['two tools, at the third round', [a, b], 6],
    ['three tools, when the third round begins', [a, b, c], 7],
    ['four tools, at the third repeated turn', [a, b, c, d], 7],
    ['four turns of which two are alike', [a, b, b, c], 7],
    ['five turns, at the second repeated one', [a, b, c, d, turn(['a', { n: 1 }])], 7],
    [
      'longer ones, at the third repeated turn',
      [a, b, c, d, turn(['a', { n: 1 }]), turn(['b', { n: 1 }])],
      9,
    ],
    [
      'parallel calls that alternate, in any order',
      [turn(['a', {}], ['b', {}]), turn(['c', {}], ['d', {}])],
      6,
    ],
    ['one tool with arguments that alternate', [turn(['a', { n: 1 }]), turn(['a', { n: 2 }])], 6],
  ])('%s', async (_, cycle, turns) => {
    expect(await run(rounds(6, ...cycle), open)).toMatchObject({ outcome: 'loop_detected', turns });
    expect(await run(rounds(6, ...cycle))).toMatchObject({ outcome: 'loop_detected' });
  });

  it.each([1, 2, 3, 4, 5])(
    'a model that goes round in %i turns is called eight times at most, also where it never answers',
    async (length) => {
      const cycle = Array.from({ length }, (_, n) => turn(['a', { n }]));
      for (const annotations of [
        {},
        { openWorld: true },
        { readOnly: false },
        { readOnly: false, idempotent: false, openWorld: true, destructive: true },
      ]) {
        const model = scriptedModel(rounds(20, ...cycle));
        const tools = scriptedTools({ a: { annotations } });
        const result = await createAgent({ model, tools, limits: { maxTurns: 50 } }).run('go');
        expect(result.outcome).toBe('loop_detected');
        expect(result.answer.trim()).not.toBe('');
        expect(model.requests.length).toBeLessThanOrEqual(8);
      }
    },
  );

  it.each([
    ['that read', { openWorld: true }],
    ['that may write', { readOnly: false, idempotent: false }],
  ])('the same tools %s side by side again and again are one', async (_, annotations) => {
    const both = turn(['a', {}], ['b', {}]);
    const result = await run(rounds(20, both), { annotations });
    expect(result).toMatchObject({ outcome: 'loop_detected', turns: 5 });
    const some = { annotations, results: Array.from({ length: 40 }, (_entry, n) => String(n)) };
    expect(await run(rounds(8, both), some)).toMatchObject({ outcome: 'completed', made: 16 });
  });

  it.each([1, 2, 3, 4])(
    'a cycle of %i turns is seen although the conversation is shortened at each of them',
    async (length) => {
      const cycle = Array.from({ length }, (_, n) => turn(['a', { n }]));
      for (const readOnly of [true, false]) {
        const model = scriptedModel(rounds(20, ...cycle));
        const tools = scriptedTools({
          a: { results: ['word '.repeat(4_000)], annotations: { readOnly } },
        });
        const options = { model, tools, contextTokens: 6_000, limits: { maxTurns: 40 } };
        const { outcome } = await createAgent(options).run('go');
        expect(outcome).toBe('loop_detected');
        expect(model.requests.length).toBeLessThanOrEqual(8);
      }
    },
  );

  it('a result that is not in the conversation any more may be asked for again', async () => {
    const read = (n: number): Reply => turn(['a', { n }]);
    const results = ['one', 'two', 'three', 'one'].map((text) => text.repeat(5_000));
    const model = scriptedModel([read(1), read(2), read(3), read(1), { content: 'done' }]);
    const tools = scriptedTools({ a: { results } });
    const options = { model, tools, contextTokens: 6_000, limits: { maxTurns: 40 } };
    const { outcome } = await createAgent(options).run('go');
    expect({ outcome, made: tools.made.length }).toEqual({ outcome: 'completed', made: 4 });
  });

  it('parallel calls count whatever their order', async () => {
    const one = turn(['a', {}], ['b', {}]);
    const other = turn(['b', {}], ['a', {}]);
    const replies = [one, c, other, c, one, c, one, c];
    expect(await run(replies, open)).toMatchObject({ outcome: 'loop_detected', turns: 6 });
  });

  it.each([
    ['two rounds of two', rounds(2, a, b)],
    ['two rounds of three', rounds(2, a, b, c)],
    ['half a round of four again', [a, b, c, d, a, b]],
    ['one turn of five again', [a, b, c, d, turn(['a', { n: 1 }]), a]],
    ['the same calls in another order', [a, b, c, b, a, c, c, b]],
    [
      'new arguments each round',
      Array.from({ length: 12 }, (_, n) => turn([n % 2 ? 'a' : 'b', { n }])),
    ],
    [
      'six in one turn',
      [turn(...Array.from({ length: 6 }, (_, n) => [n % 2 ? 'a' : 'b', {}] as const))],
    ],
  ])('%s are none', async (_, replies) => {
    expect(await run(replies, open)).toMatchObject({ outcome: 'completed', turns: -1 });
  });

  it('results that change make none, also where only one of the tools changes', async () => {
    expect(await run(rounds(5, a, b), changing)).toMatchObject({ outcome: 'completed', made: 10 });
    expect(await run(rounds(2, a, b, c), changing, open)).toMatchObject({ outcome: 'completed' });
    expect(await run(rounds(4, a, b), changing, changing)).toMatchObject({ outcome: 'completed' });
  });

  it('a polling tool waits for something: no cycle with it is one', async () => {
    const polling: ScriptedTool = { ...open, polling: true };
    expect(await run(rounds(8, a), polling)).toMatchObject({ outcome: 'completed', made: 8 });
    const withWait = Array.from({ length: 8 }, (_, n) => [a, turn(['b', { n }])]).flat();
    expect(await run(withWait, polling, open)).toMatchObject({ outcome: 'completed', made: 16 });
    expect(await run(rounds(3, a, b), polling, polling)).toMatchObject({ outcome: 'completed' });
  });
});

describe('calls that mean the same', () => {
  it.each([
    ['the order of keys', { x: 1, y: { p: 1, q: 2 } }, { y: { q: 2, p: 1 }, x: 1 }],
    ['a number as text', { x: 5 }, { x: '5' }],
    ['another form of a number', { x: 5 }, { x: '5.0' }],
    ['blanks around', { x: 'Berlin' }, { x: ' Berlin ' }],
    ['blanks within', { x: 'in  Berlin\ttoday' }, { x: 'in Berlin today' }],
    ['an argument that is not set', { x: 'a' }, { x: 'a', y: null }],
  ])('%s makes no new call of a tool that reads', async (_, one, other) => {
    const replies = [one, other, one, other, one].map((input) => turn(['a', input as JsonObject]));
    const result = await run(replies, open);
    expect(result).toMatchObject({ outcome: 'loop_detected', made: 2 });
  });

  it.each([
    ['case', { x: 'a' }, { x: 'A' }],
    ['lines', { x: 'a b' }, { x: 'a\nb' }],
    ['lists', { x: [1, 2] }, { x: [2, 1] }],
    ['signs', { x: 1 }, { x: -1 }],
    ['long digits', { x: '12345678901234567' }, { x: '12345678901234568' }],
  ])('but another one with other %s', async (_, one, other) => {
    const replies = [one, other].map((input) => turn(['a', input as JsonObject]));
    expect(await run(replies)).toMatchObject({ outcome: 'completed', made: 2 });
  });

  it('the answer from memory is only for the very same text: how it is written may matter', async () => {
    const replies = [
      turn(['a', { x: 'a  b' }]),
      turn(['a', { x: 'a b' }]),
      turn(['a', { x: 'a b' }]),
    ];
    expect(await run(replies, { results: ['4 characters', '3 characters'] })).toMatchObject({
      made: 2,
    });
  });

  it('a tool that changes something gets what was written, however like the one before', async () => {
    const write: ScriptedTool = { annotations: { readOnly: false, idempotent: true } };
    const replies = ['x', ' x', '  x', '   x', '    x'].map((x) => turn(['a', { x }]));
    expect(await run(replies, write)).toMatchObject({ outcome: 'completed', made: 5 });
  });

  it('keys tell identical calls, and those that mean the same', () => {
    const call = (value: JsonObject) =>
      ({ id: 'c', name: 't', arguments: { ok: true, value } }) as const;
    expect(callKey(call({ a: 1, b: 2 }))).toBe(callKey(call({ b: 2, a: 1 })));
    expect(callKey(call({ a: '1' }))).not.toBe(callKey(call({ a: 1 })));
    expect(meaningKey(call({ a: '1e3' }))).toBe(meaningKey(call({ a: 1_000 })));
    expect(meaningKey(call({ a: 'x\r\ny ' }))).toBe(meaningKey(call({ a: 'x\ny' })));
    expect(callKey(call({ a: 'x'.repeat(10_000) })).length).toBeLessThan(100);
  });
});
