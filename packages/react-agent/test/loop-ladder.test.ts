import type { ChatMessage } from '@mini-agent/foundation/chat';
import { createAgent } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { scriptedModel, scriptedTools, type Reply, type ScriptedTool } from './scripted.ts';

const same: Reply = { calls: [['t', { a: 1, b: 2 }]] };
const sameOtherOrder: Reply = { calls: [['t', { b: 2, a: 1 }]] };

async function run(replies: readonly Reply[], tool: ScriptedTool, maxTurns = 20) {
  const model = scriptedModel(replies);
  const tools = scriptedTools({ t: tool, u: { results: ['U'] } });
  const result = await createAgent({ model, tools, limits: { maxTurns } }).run('go');
  return { result, model, tools };
}

describe('the loop ladder', () => {
  it('ab-004: leaves a polling tool alone', async () => {
    const { result, tools } = await run([same, same, same, { content: 'ready' }], {
      results: ['pending', 'pending', 'ready'],
      polling: true,
    });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ready' });
    expect(tools.made).toHaveLength(3);
  });

  it('ab-004: leaves a call alone whose result changes', async () => {
    const { result, tools } = await run([same, same, same, same, same, same, { content: 'x' }], {
      results: ['1', '2', '3', '4', '5', '6'],
      annotations: { idempotent: false },
    });
    expect(result.outcome).toBe('completed');
    expect(tools.made).toHaveLength(6);
  });

  it('answers the second identical read from memory, refuses the third and fourth, ends at the fifth', async () => {
    const replies = [same, sameOtherOrder, same, same, same, { content: 'enough' }];
    const { result, model, tools } = await run(replies, { results: ['R'] });
    expect(tools.made).toHaveLength(1);
    const told = model.requests.slice(1).map(({ messages }) => messages.at(-1)?.content ?? '');
    expect(told[1]).toMatch(/Same call, same result[\s\S]*R/);
    expect(told[2]).toMatch(/was not repeated/);
    expect(told[3]).toMatch(/was not repeated/);
    expect(model.requests.at(-1)).toMatchObject({ toolChoice: 'none' });
    expect(result).toMatchObject({ outcome: 'loop_detected', answer: 'enough' });
    expect(model.requests.length).toBeLessThanOrEqual(8);
  });

  it('runs a call that writes again once, then refuses', async () => {
    const { tools } = await run([same, same, same, { content: 'x' }], {
      annotations: { readOnly: false },
    });
    expect(tools.made).toHaveLength(2);
  });

  it('ends two calls that alternate three times', async () => {
    const other: Reply = { calls: [['u', {}]] };
    const replies = [same, other, same, other, same, other, { content: 'stuck' }];
    const { result, model } = await run(replies, { annotations: { openWorld: true } });
    expect(result).toMatchObject({ outcome: 'loop_detected', answer: 'stuck' });
    expect(model.requests).toHaveLength(7);
  });

  it('gives a digest where a looping model does not answer even then', async () => {
    const { result, model } = await run([same, same, same, same, same, same, same], {
      results: ['R'],
    });
    expect(result.outcome).toBe('loop_detected');
    expect(result.answer).toMatch(/circles[\s\S]*t: R/);
    expect(model.requests.length).toBeLessThanOrEqual(8);
  });

  it('forgets the calls of earlier tasks of the conversation', async () => {
    let history: readonly ChatMessage[] = [];
    for (let round = 1; round <= 6; round += 1) {
      const model = scriptedModel([same, { content: `answer ${round}` }]);
      const tools = scriptedTools({ t: { results: ['R'] } });
      const result = await createAgent({ model, tools }).run('again', { history });
      expect([result.outcome, tools.made.length]).toEqual(['completed', 1]);
      history = result.state.messages;
    }
  });

  it('reads again after a call that may have changed what is read', async () => {
    const write = (n: number): Reply => ({ calls: [['w', { n }]] });
    const replies = [same, write(1), same, write(2), same, write(3), same, { content: 'ok' }];
    const model = scriptedModel(replies);
    const tools = scriptedTools({
      t: { results: ['0', '1', '2', '2'] },
      w: { annotations: { readOnly: false } },
    });
    const result = await createAgent({ model, tools, limits: { maxTurns: 20 } }).run('go');
    expect(result.outcome).toBe('completed');
    expect(tools.made.filter(({ name }) => name === 't')).toHaveLength(4);
  });

  it('a refused or failed write in between does not make a read new', async () => {
    const replies: Reply[] = [same, { calls: [['w', 'not json']] }, same, { content: 'ok' }];
    const model = scriptedModel(replies);
    const tools = scriptedTools({ t: {}, w: { annotations: { readOnly: false } } });
    await createAgent({ model, tools, limits: { maxTurns: 20 } }).run('go');
    expect(tools.made.map(({ name }) => name)).toEqual(['t']);
  });

  it('identical calls of one turn count once', async () => {
    const five: Reply = { calls: Array.from({ length: 5 }, () => ['t', { a: 1, b: 2 }] as const) };
    const { result, tools } = await run([five, same, { content: 'ok' }], {
      annotations: { idempotent: false },
    });
    expect(result.outcome).toBe('completed');
    expect(tools.made).toHaveLength(6);
  });

  it('tells long results apart by their ends, whether whole or cut', async () => {
    const long = (mark: string): string => `${'x'.repeat(30_000)}${mark}`;
    const { result, tools } = await run([same, same, same, same, same, same, { content: 'x' }], {
      results: ['1', '2', '3', '4', '5', '6'].map(long),
      annotations: { idempotent: false },
    });
    expect(result.outcome).toBe('completed');
    expect(tools.made).toHaveLength(6);
    const stuck = await run([same, same, same, { content: 'x' }], {
      results: [long('same')],
      annotations: { idempotent: false },
    });
    expect(stuck.tools.made).toHaveLength(2);
  });

  it('counts neither an unread call nor 10,000 digits of arguments wrongly', async () => {
    const big = (end: string): Reply => ({ calls: [['t', { text: 'y'.repeat(10_000) + end }]] });
    const { tools } = await run([big('a'), big('b'), big('a'), { content: 'x' }], {});
    expect(tools.made).toHaveLength(2);
  });
});
