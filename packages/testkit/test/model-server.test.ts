import { describe, expect, it } from 'vitest';
import { ask, messageOf, start } from './model-client.ts';

describe('replies', () => {
  it('plays the script in order and records what was sent', async () => {
    const server = await start([
      { content: 'first', finish_reason: 'stop' },
      { tool_calls: [{ id: 'c1', name: 'calc', arguments: '{}', extra_content: { s: 1 } }] },
    ]);
    expect(await (await ask(server)).json()).toMatchObject({
      object: 'chat.completion',
      model: 'm-1',
      choices: [{ message: { role: 'assistant', content: 'first' }, finish_reason: 'stop' }],
      usage: { total_tokens: 30 },
    });
    expect(await (await ask(server)).json()).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: null,
            tool_calls: [
              {
                id: 'c1',
                type: 'function',
                function: { name: 'calc', arguments: '{}' },
                extra_content: { s: 1 },
              },
            ],
          },
        },
      ],
    });
    expect(server.unused).toBe(0);
    expect(server.requests).toHaveLength(2);
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer as-given');
    expect(server.requests[0]?.body.messages).toEqual([{ role: 'user', content: 'hello' }]);
    expect(server.requests.every((request) => request.answered && !request.aborted)).toBe(true);
  });

  it('says so when the script is used up', async () => {
    const server = await start([]);
    const response = await ask(server);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('the script is used up; this was model request 1');
  });

  it('keeps reasoning fields, ids and a null finish reason, and leaves out what it is told to', async () => {
    const server = await start([
      {
        content: '',
        reasoning_content: 'because',
        reasoning_details: [{ data: 'E' }],
        completion_id: 'same',
        finish_reason: null,
        usage: null,
      },
      { content: 'x', omit: ['finish_reason', 'role'] },
    ]);
    const first = (await (await ask(server)).json()) as Record<string, unknown>;
    expect(first).toMatchObject({
      id: 'same',
      choices: [
        {
          finish_reason: null,
          message: {
            content: '',
            reasoning_content: 'because',
            reasoning_details: [{ data: 'E' }],
          },
        },
      ],
    });
    expect(first).not.toHaveProperty('usage');
    const second = (await (await ask(server)).json()) as { choices: object[] };
    expect(second.choices).toEqual([{ index: 0, message: { content: 'x' } }]);
  });

  it('sends bare HTTP answers with their headers', async () => {
    const server = await start([
      { status: 429, headers: { 'retry-after': '3' }, body: [{ error: { message: 'slow' } }] },
      { status: 502, body: '<html>bad gateway</html>' },
    ]);
    const limited = await ask(server);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    expect(await limited.json()).toEqual([{ error: { message: 'slow' } }]);
    const page = await ask(server);
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html']);
  });

  it('lets functions decide by the request', async () => {
    const server = await start((request, index) => ({
      content: `${index}: ${String(request.body.messages.at(-1)?.content)}`,
    }));
    expect(await messageOf(await ask(server))).toMatchObject({ content: '0: hello' });
    expect(await messageOf(await ask(server))).toMatchObject({ content: '1: hello' });
  });

  it('refuses other keys, other paths and other bodies', async () => {
    const server = await start([{ content: 'x' }], { apiKey: 'right' });
    expect((await ask(server)).status).toBe(401);
    expect((await fetch(`${server.origin}/v2/other`)).status).toBe(404);
    const noChat = await fetch(`${server.url}/chat/completions`, { method: 'POST', body: '{' });
    expect(noChat.status).toBe(400);
    expect(server.otherRequests.map((request) => request.path)).toEqual(['/v2/other']);
  });

  it('lists models, or refuses to', async () => {
    const server = await start([], { models: ['a', 'b'] });
    expect(await (await fetch(`${server.url}/models`)).json()).toMatchObject({
      data: [{ id: 'a' }, { id: 'b' }],
    });
    const without = await start([], { models: 404 });
    expect((await fetch(`${without.url}/models`)).status).toBe(404);
  });
});

describe('expectations', () => {
  const assistant = {
    role: 'assistant',
    content: null,
    reasoning_content: 'R',
    tool_calls: [
      { id: 'c1', function: { name: 't', arguments: '{}' }, extra_content: { google: { s: 'S' } } },
    ],
  };
  const tool = { role: 'tool', tool_call_id: 'c1', content: '1' };
  const messages = [{ role: 'user', content: 'x' }, assistant, tool];

  const rows: [string, Record<string, unknown>, number][] = [
    ['a field of the last assistant message', { 'assistant.reasoning_content': 'R' }, 200],
    ['another value of it', { 'assistant.reasoning_content': 'Q' }, 400],
    ['a path into the calls', { 'tool_calls[0].extra_content.google.s': 'S' }, 200],
    ['a path that is not there', { 'tool_calls[1].extra_content.google.s': 'S' }, 400],
    ['a field that must be absent', { lacks: 'reasoning_content' }, 400],
    ['a field that is absent', { lacks: ['reasoning_details', 'thinking'] }, 200],
    ['a field that must be there', { has: 'extra_content' }, 200],
    ['a tool message', { 'tool.content': '1' }, 200],
    ['the request itself', { temperature: 0 }, 200],
    ['a message by place', { 'messages[0]': { content: 'x', role: 'user' } }, 200],
  ];
  for (const [name, expected, status] of rows) {
    it(`judges ${name}`, async () => {
      const server = await start([{ expect_request: expected, reply: { content: 'ok' } }]);
      expect((await ask(server, { messages, temperature: 0 })).status).toBe(status);
    });
  }

  it('plays the given answer otherwise', async () => {
    const server = await start([
      { expect_request: { has: 'tools' }, reply: { content: 'a' }, otherwise: { content: 'b' } },
    ]);
    expect(await messageOf(await ask(server))).toMatchObject({ content: 'b' });
  });
});
