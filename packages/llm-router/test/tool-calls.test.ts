import type { ScriptedToolCall } from '@mini-agent/testkit';
import { describe, expect, it } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { runLoop } from './support/mini-loop.ts';
import { tool } from './support/requests.ts';

const call = (id: string, name: string, args: unknown): ScriptedToolCall => ({
  id,
  name,
  arguments: args,
});
const ok = { content: 'ok', finish_reason: 'stop' };

describe('tool calls decide, not finish_reason', () => {
  it.each([
    { id: 'ab-012', first: 'stop', second: 'stop' },
    { id: 'ab-013', first: null, second: null },
    { id: 'ab-013 (empty text)', first: '', second: '' },
    { id: 'rule 1 (function_call)', first: 'function_call', second: 'stop' },
  ])('$id: the tool runs and the loop goes on after $first', async ({ first, second }) => {
    const { model, server } = await startEndpoint([
      { tool_calls: [call('c1', 't', '{}')], finish_reason: first },
      { content: '4', finish_reason: second },
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran).toEqual([{ name: 't', arguments: {} }]);
    expect(result.answer).toBe('4');
    expect(result.replies.map(({ finish }) => finish)).toEqual(['tool_calls', 'stop']);
    expect(server.requests).toHaveLength(2);
  });

  it.each(['length', 'content_filter'] as const)(
    'ab-014: a call in a reply cut by %s never runs, and the model is told',
    async (reason) => {
      const { model, server } = await startEndpoint([
        {
          tool_calls: [call('c1', 'write', '{"path":"a","text":"hel')],
          finish_reason: reason,
        },
        { tool_calls: [call('c2', 'write', '{"path":"a","text":"hello"}')] },
        ok,
      ]);
      const result = await runLoop(model, { tools: [tool('write')] });
      expect(result.ran).toEqual([{ name: 'write', arguments: { path: 'a', text: 'hello' } }]);
      expect(result.replies[0]?.finish).toBe(reason);
      expect(result.refused[0]?.problem).toMatch(/cut off/);
      expect(result.replies[0]?.message.toolCalls[0]?.arguments).toMatchObject({ cut: true });
      expect(server.requests[1]?.body.messages.at(-1)?.content).toMatch(/cut off/);
    },
  );

  it('ab-014: a complete call in a cut reply does not run either', async () => {
    const { model } = await startEndpoint([
      { tool_calls: [call('c1', 'pay', '{"amount":1}')], finish_reason: 'length' },
      ok,
    ]);
    const result = await runLoop(model, { tools: [tool('pay')] });
    expect(result.ran).toEqual([]);
  });

  it('ab-015: empty tool_calls with text is the answer', async () => {
    const { model, server } = await startEndpoint([
      { content: 'The answer is 4.', tool_calls: [], finish_reason: 'tool_calls' },
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.answer).toBe('The answer is 4.');
    expect(result.last.finish).toBe('stop');
    expect(server.requests).toHaveLength(1);
  });

  it('reads the older function_call', async () => {
    const { model } = await startEndpoint([
      { content: null, function_call: { name: 't', arguments: '{"x":1}' } },
      ok,
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran).toEqual([{ name: 't', arguments: { x: 1 } }]);
  });
});

describe('arguments', () => {
  const schema = { type: 'object', properties: { x: {} }, required: ['x'] };

  it.each([
    { id: 'ab-035', raw: '{"cmd":"ls",}', value: { cmd: 'ls' } },
    { id: 'ab-038', raw: '{{"x":1}}', value: { x: 1 } },
    { id: 'ab-038 (three)', raw: '{{{"x":1}}}', value: { x: 1 } },
    { id: 'ab-039', raw: '{"x":1}<|call|>', value: { x: 1 } },
    { id: 'D-016', raw: { expression: '1+1' }, value: { expression: '1+1' } },
  ])('$id: $raw runs once as $value', async ({ raw, value }) => {
    const { model, server } = await startEndpoint([{ tool_calls: [call('c1', 't', raw)] }, ok]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran).toEqual([{ name: 't', arguments: value }]);
    const sent = server.requests[1]?.body.messages.at(-2)?.tool_calls?.[0];
    expect(JSON.parse(sent?.function.arguments ?? '')).toEqual(value);
  });

  it.each([
    { id: 'ab-037', raw: 'not-json{' },
    { id: 'ab-041', raw: '\u0000{"x":1}' },
    { id: 'rule 3 (cut)', raw: '{"expression": "2+' },
    { id: 'rule 3 (empty)', raw: '' },
    { id: 'rule 3 (null)', raw: null },
    { id: 'rule 3 (array)', raw: '[1]' },
  ])('$id: $raw is answered with an error and the model may mend it', async ({ raw }) => {
    const { model, server } = await startEndpoint([
      { tool_calls: [call('c1', 't', raw)] },
      { tool_calls: [call('c2', 't', '{"x":1}')] },
      ok,
    ]);
    const result = await runLoop(model, { tools: [tool('t', schema)] });
    expect(result.ran).toEqual([{ name: 't', arguments: { x: 1 } }]);
    expect(result.refused).toHaveLength(1);
    expect(server.requests).toHaveLength(3);
    const messages = server.requests[1]?.body.messages ?? [];
    const echoed = messages.at(-2)?.tool_calls?.[0]?.function.arguments ?? '';
    expect(JSON.parse(echoed), 'servers parse a history').toBeTypeOf('object');
    expect(messages.at(-1)?.content).toMatch(/arguments/i);
  });

  it('takes no arguments at all as {} where the tool requires none', async () => {
    const { model } = await startEndpoint([{ tool_calls: [call('c1', 'now', '')] }, ok]);
    const result = await runLoop(model, {
      tools: [tool('now', { type: 'object', properties: { zone: {} } })],
    });
    expect(result.ran).toEqual([{ name: 'now', arguments: {} }]);
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'ab-042: the name %s is no tool',
    async (name) => {
      const { model } = await startEndpoint([{ tool_calls: [call('c1', name, '{}')] }, ok]);
      const result = await runLoop(model, { tools: [tool('t')] });
      expect(result.ran).toEqual([]);
      expect(result.refused).toEqual([{ name, problem: 'unknown tool' }]);
    },
  );

  it('D-018: an item without a function is rejected and the model is told', async () => {
    const { model, server } = await startEndpoint([
      {
        status: 200,
        body: {
          choices: [
            { message: { role: 'assistant', content: null, tool_calls: [{ id: 'x' }, null, 'y'] } },
          ],
        },
      },
      { content: 'sorry' },
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran).toEqual([]);
    expect(result.refused).toHaveLength(3);
    for (const { problem } of result.refused) expect(problem).toMatch(/no function name/);
    expect(result.answer).toBe('sorry');
    expect(server.requests[1]?.body.messages.at(-1)).toMatchObject({ role: 'tool' });
  });
});

describe('names', () => {
  it('ab-044: an illegal name runs the only tool it can mean and is legal in the history', async () => {
    const { model, server } = await startEndpoint([
      { tool_calls: [call('c1', 'search web!', '{}')] },
      ok,
    ]);
    const result = await runLoop(model, { tools: [tool('search_web')] });
    expect(result.ran).toEqual([{ name: 'search_web', arguments: {} }]);
    const sent = server.requests[1]?.body.messages.at(-2)?.tool_calls?.[0]?.function.name;
    expect(sent).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  it('leaves a name alone that could mean two tools, and sends it in legal form', async () => {
    const { model, server } = await startEndpoint([
      { tool_calls: [call('c1', 'search web!', '{}')] },
      ok,
    ]);
    const result = await runLoop(model, { tools: [tool('search_web'), tool('searchWeb')] });
    expect(result.refused).toEqual([{ name: 'search web!', problem: 'unknown tool' }]);
    const sent = server.requests[1]?.body.messages.at(-2)?.tool_calls?.[0]?.function.name;
    expect(sent).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  it('sends tools with illegal names under legal ones and understands the answer', async () => {
    const { model, server } = await startEndpoint([
      { tool_calls: [call('c1', 'files_read', '{}')] },
      ok,
    ]);
    const result = await runLoop(model, { tools: [tool('files.read'), tool('files/read')] });
    const names = server.requests[0]?.body.tools?.map((entry) => entry.function.name);
    expect(names).toEqual(['files_read', 'files_read_2']);
    expect(result.ran).toEqual([{ name: 'files.read', arguments: {} }]);
  });
});

describe('text and thought', () => {
  it('D-017: text beside calls stays in the conversation', async () => {
    const { model, server } = await startEndpoint([
      { content: 'I add them first.', tool_calls: [call('c1', 't', '{}')] },
      ok,
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.replies[0]?.message.content).toBe('I add them first.');
    expect(server.requests[1]?.body.messages.at(-2)?.content).toBe('I add them first.');
  });

  it('D-019: an array of parts is joined', async () => {
    const { model } = await startEndpoint([
      {
        content: [
          { type: 'text', text: 'Hel' },
          { type: 'text', text: 'lo' },
        ],
      },
    ]);
    expect((await runLoop(model, { tools: [] })).answer).toBe('Hello');
  });

  it('keeps thinking parts apart', async () => {
    const { model } = await startEndpoint([
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: '4' },
        ],
      },
    ]);
    const { last } = await runLoop(model, { tools: [] });
    expect(last.message).toMatchObject({ content: '4', reasoning: 'hm' });
  });

  it('shows a refusal as the answer where there is no other text', async () => {
    const { model } = await startEndpoint([{ content: null, refusal: 'I cannot help.' }]);
    expect((await runLoop(model, { tools: [] })).answer).toBe('I cannot help.');
  });
});
