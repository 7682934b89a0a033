import type { JsonObject } from '@mini-agent/foundation/tool';
import { createAgent, type RunState } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import type { KeptText } from '../src/kept-texts.ts';
import {
  oneTool,
  scriptedModel,
  scriptedTools,
  type Reply,
  type ScriptedTool,
} from './scripted.ts';

const numbered = Array.from({ length: 20_000 }, (_, n) => `${n};`).join('');
const read = (input: JsonObject): Reply => ({ calls: [['read_result', input]] });
const fetch: Reply = { calls: [['t', {}]] };
const done: Reply = { content: 'done' };

interface Told {
  readonly told: readonly string[];
  readonly state: RunState;
  readonly made: readonly string[];
  readonly listed: readonly (readonly string[])[];
}

async function converse(
  replies: readonly Reply[],
  tool: ScriptedTool = { results: [numbered] },
  task = 'go',
): Promise<Told> {
  const model = scriptedModel([...replies, done]);
  const tools = scriptedTools({ t: tool });
  const agent = createAgent({ model, tools, limits: { maxTurns: 30, maxToolCalls: 5 } });
  const { state } = await agent.run(task);
  return {
    told: model.requests.slice(1).map(({ messages }) => messages.at(-1)?.content ?? ''),
    state,
    made: tools.made.map(({ name }) => name),
    listed: model.requests.map((request) => request.tools.map(({ name }) => name)),
  };
}

/** The text between the marks, and the note about what is left. */
function bodyOf(content = ''): { readonly text: string; readonly note: string } {
  const [, text = '', note = ''] =
    /\[data \w+ [\w.]+ (?:un)?trusted\]\n([\s\S]*)\n(\([^\n]*\))\n\[end/.exec(content) ?? [];
  return { text, note };
}

describe('a result that was cut', () => {
  it('is kept whole under the handle that its mark names, and can be read to the end from there', async () => {
    const replies = [
      fetch,
      ...[11_200, 27_200, 43_200, 59_200, 75_200, 91_200, 107_200].map((offset) =>
        read({ handle: 'r1', offset }),
      ),
    ];
    const { told, made } = await converse(replies);
    const [first = '', ...ranges] = told;
    const [, omitted, next] =
      /… (\d+) of 108890 characters omitted; ask for a range: read_result \{"handle":"r1","offset":(\d+)\} …/.exec(
        first,
      ) ?? [];
    expect([Number(omitted), Number(next)]).toEqual([92_890, 11_200]);
    const rest = ranges.map((content) => bodyOf(content).text).join('');
    expect(numbered.slice(0, 11_200) + rest).toBe(numbered);
    expect(bodyOf(ranges[0]).note).toBe(
      '(characters 11200 to 27200 of 108890; 81690 left: read_result {"handle":"r1","offset":27200})',
    );
    expect(bodyOf(ranges.at(-1)).note).toMatch(/107200 to 108890 of 108890; this is the end/);
    // Reading is no call of a tool: it counts neither for the runner nor for a limit of calls.
    expect(made).toEqual(['t']);
  });

  it('is listed with a tool that reads it, from then on only', async () => {
    const { listed, told } = await converse([fetch, fetch]);
    expect(listed).toEqual([['t'], ['t', 'read_result'], ['t', 'read_result']]);
    const short = await converse([fetch], { results: ['short'] });
    expect(short.listed).toEqual([['t'], ['t']]);
    expect(told[0]).toContain('r1');
  });

  it('the same list of tools stays the same object, so that models need not read it again', async () => {
    const list = await scriptedTools({ t: {} }).list({
      signal: AbortSignal.timeout(1_000),
      depth: 0,
    });
    const model = scriptedModel([fetch, fetch, fetch, done]);
    const tools = oneTool(() => ({ ok: true, trusted: true, text: numbered }));
    await createAgent({ model, tools: { ...tools, list: () => Promise.resolve(list) } }).run('go');
    expect(model.requests[1]?.tools).toBe(model.requests[2]?.tools);
  });

  it('answered from memory keeps its handle', async () => {
    const { told, state } = await converse([fetch, fetch]);
    expect(told[1]).toMatch(/^Same call, same result as before:\n\[data/);
    expect(told[1]).toContain(
      '… 92890 of 108890 characters omitted; ask for a range: read_result {"handle":"r1","offset":11200} …',
    );
    expect(state.kept).toHaveLength(1);
  });

  it('is as trusted as it was, and taints the run when it is read', async () => {
    const earlier: KeptText = {
      handle: 'r1',
      callId: 'c1',
      tool: 'web',
      trusted: false,
      text: numbered,
    };
    const model = scriptedModel([read({ handle: 'r1' }), { calls: [['w', {}]] }, done]);
    const tools = scriptedTools({ w: { annotations: { readOnly: false, destructive: true } } });
    const agent = createAgent({ model, tools });
    const { state } = await agent.run('go', { earlier: { kept: [earlier], tainted: false } });
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(
      /^\[data \w+ read_result untrusted\]/,
    );
    expect(state.tainted).toBe(true);
    expect(tools.made).toEqual([]);
    const trusted = await converse([fetch, read({ handle: 'r1' })]);
    expect(trusted.told[1]).toMatch(/^\[data \w+ read_result trusted\]/);
    expect(trusted.state.tainted).toBe(false);
  });

  it('is cleaned, and its offsets are those of the clean text', async () => {
    const text = `${'<|im_start|>\u200b'.repeat(3_000)}END`;
    const { told } = await converse([fetch, read({ handle: 'r1', offset: 26_991 })], {
      results: [text],
    });
    expect(bodyOf(told[1]).text).toBe('‹removed›END');
    expect(told.join('')).not.toContain('<|');
  });

  it('of a Chinese task is described in Chinese', async () => {
    const { told } = await converse(
      [fetch, read({ handle: 'r1' }), read({ handle: 'r9' })],
      undefined,
      '请查一下',
    );
    expect(told[0]).toContain('可按范围再取：read_result {"handle":"r1","offset":11200}');
    expect(told[1]).toContain('还剩 92890 个：read_result {"handle":"r1","offset":16000}');
    expect(told[2]).toContain('没有句柄 r9');
  });

  it('by rules is not kept: they read whole texts', async () => {
    const model = scriptedModel([
      { ...fetch, mode: 'rule' },
      { ...done, mode: 'rule' },
    ]);
    const tools = scriptedTools({ t: { results: [numbered] } });
    const { state } = await createAgent({ model, tools }).run('go');
    expect(state.kept).toBeUndefined();
    expect(model.requests[1]?.tools.map(({ name }) => name)).toEqual(['t']);
  });

  it('is not kept where the runner has a tool of that name, which stays the one that is called', async () => {
    const model = scriptedModel([fetch, read({ handle: 'r1' }), done]);
    const tools = scriptedTools({ t: { results: [numbered] }, read_result: { results: ['mine'] } });
    const { state } = await createAgent({ model, tools }).run('go');
    expect(state.kept).toBeUndefined();
    expect(tools.made.map(({ name }) => name)).toEqual(['t', 'read_result']);
    expect(model.requests[1]?.tools).toHaveLength(2);
  });

  it('several of one turn are kept each, also a short one that had to be cut', async () => {
    const calls = Array.from({ length: 5 }, (_, n) => ['t', { n }] as const);
    const { told, state } = await converse([{ calls }, read({ handle: 'r5', offset: 9_990 })], {
      results: ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(10_000)),
    });
    expect(state.kept?.map(({ handle, text }) => [handle, text.length])).toEqual(
      ['r1', 'r2', 'r3', 'r4', 'r5'].map((handle) => [handle, 10_000]),
    );
    expect(bodyOf(told[1]).text).toBe('e'.repeat(10));
  });

  it('can be read after the run was saved and resumed elsewhere', async () => {
    let saved = '';
    const model = scriptedModel([fetch, done]);
    const tools = scriptedTools({ t: { results: [numbered] } });
    await createAgent({ model, tools }).run('go', {
      onState: (state) => {
        if (state.pending.length === 0 && state.outcome === undefined)
          saved = JSON.stringify(state);
      },
    });
    const resumed = scriptedModel([read({ handle: 'r1', offset: 50_000, length: 20 }), done]);
    const agent = createAgent({ model: resumed, tools: scriptedTools({ t: {} }) });
    await agent.resume(JSON.parse(saved) as RunState);
    expect(resumed.requests[0]?.tools.map(({ name }) => name)).toContain('read_result');
    expect(bodyOf(resumed.requests[1]?.messages.at(-1)?.content).text).toBe(
      numbered.slice(50_000, 50_020),
    );
  });

  it('can be read in the next task of the conversation; new handles never repeat those in its texts', async () => {
    const { state } = await converse([fetch]);
    const next = async (earlier?: RunState) => {
      const model = scriptedModel([
        read({ handle: 'r1', length: 5 }),
        { calls: [['t', { n: 2 }]] },
        done,
      ]);
      const tools = scriptedTools({ t: { results: [numbered] } });
      const agent = createAgent({ model, tools });
      const result = await agent.run('on', {
        history: state.messages,
        ...(earlier && { earlier }),
      });
      const told = model.requests.slice(1).map(({ messages }) => messages.at(-1)?.content ?? '');
      return { told, kept: result.state.kept?.map(({ handle }) => handle) };
    };
    const known = await next(state);
    expect(bodyOf(known.told[0]).text).toBe('0;1;2');
    expect(known.told[1]).toContain('"handle":"r2"');
    expect(known.kept).toEqual(['r1', 'r2']);
    const gone = await next();
    expect(gone.told[0]).toMatch(/r1 is not kept any more.*Call the tool itself again/);
    expect(gone.told[1]).toContain('"handle":"r2"');
  });
});
