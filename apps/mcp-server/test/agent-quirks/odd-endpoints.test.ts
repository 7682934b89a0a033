import { describe, expect, test } from 'vitest';
import { createHttpModel } from '@mini-agent/llm-router';
import { createAgent } from '@mini-agent/react-agent';
import { createToolManager } from '@mini-agent/tool-manager';
import type { Tool } from '@mini-agent/foundation/tool';
import { startModelServer } from '@mini-agent/testkit';
import { apiKey, call, calls, checkHistory, play, refuse, say } from './harness.ts';

describe.concurrent('tools that say little about themselves', () => {
  test.each([
    ['a name and a body', {}],
    [
      'a bare JSON Schema',
      { inputSchema: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } },
    ],
    ['a schema alone', { inputSchema: { jsonSchema: { required: ['x'] } } }],
    ['some annotations', { annotations: { readOnly: true } }],
  ])('%s', async (_id, fields) => {
    let seen: unknown;
    const execute = (args: unknown): unknown => {
      seen = args;
      return 'done';
    };
    const tool = { name: 't', execute, ...fields } as unknown as Tool;
    const server = await startModelServer([
      calls(call('t', '{"x":1}')),
      calls(call('t', '{"x":2}', 'c2')),
      say('ok'),
    ]);
    const agent = createAgent({
      model: createHttpModel({ baseUrl: server.url, apiKey, model: 'm' }),
      tools: createToolManager({ tools: [tool] }),
    });
    const result = await agent.run('x');
    await server.close();
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
    expect(seen).toEqual({ x: 2 });
    for (const { body } of server.requests) checkHistory(body.messages);
    expect(server.requests[0]?.body.tools?.[0]?.function.parameters).toMatchObject({
      type: 'object',
    });
  });

  test('a bare JSON Schema is checked', async () => {
    const tool = {
      name: 't',
      inputSchema: { type: 'object', required: ['x'] },
      execute: () => 'ran',
    } as unknown as Tool;
    const outcome = await createToolManager({ tools: [tool] }).call(
      { id: 'c1', name: 't', arguments: { ok: true, value: {} } },
      { signal: new AbortController().signal },
    );
    expect(outcome).toMatchObject({ ok: false, code: 'invalid_arguments' });
  });
});

describe.concurrent('room for the answer', () => {
  test.each([
    [
      'OpenAI',
      {
        error: {
          code: 'context_length_exceeded',
          param: 'messages',
          message:
            "This model's maximum context length is 4096 tokens. However, you requested 4196 tokens (100 in the messages, 4096 in the completion). Please reduce the length of the messages or completion.",
        },
      },
      3_996,
    ],
    [
      'vLLM',
      {
        object: 'error',
        code: 400,
        message:
          "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 4096 tokens and your request has 30 input tokens (4096 > 4096 - 30).",
      },
      4_066,
    ],
  ])('%s: the limit is lowered to what is left', async (_id, body, limit) => {
    const { result, requests } = await play({
      replies: [
        (request) => ((request.body.max_tokens ?? 0) <= limit ? say('ok') : refuse(400, body)),
        say('ok'),
      ],
    });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
    expect(requests).toHaveLength(2);
    expect(requests[1]?.body.max_tokens).toBe(limit);
  });

  test('a prompt that is too long by itself is not asked again and again', async () => {
    const { result, requests } = await play({
      replies: () =>
        refuse(400, {
          error: {
            code: 'context_length_exceeded',
            message:
              "This model's maximum context length is 4096 tokens. However, your messages resulted in 9000 tokens.",
          },
        }),
    });
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'context' });
    expect(requests.length).toBeLessThan(8);
  });
});

describe.concurrent('schemas', () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: {
      pattern: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], default: null },
      size: { type: 'integer', exclusiveMinimum: 0 },
    },
    required: ['pattern'],
  };
  test.each([
    [
      'Gemini',
      [
        {
          error: {
            code: 400,
            message:
              'Invalid JSON payload received. Unknown name "additionalProperties" at \'tools[0].function_declarations[0].parameters\': Cannot find field.',
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
      'additionalProperties',
    ],
    [
      'another keyword',
      { error: { message: "Invalid schema for function 't': exclusiveMinimum is not supported" } },
      'exclusiveMinimum',
    ],
    [
      'Moonshot',
      {
        error: {
          message:
            "Invalid request: tools.function.parameters is not a valid moonshot flavored json schema: At path 'properties.pattern': when using anyOf, type should be defined in anyOf items",
        },
      },
      'anyOf',
    ],
    [
      'an everyday word',
      { error: { message: "tools.0.function.parameters: 'default' is not permitted" } },
      'default',
    ],
  ])(
    '%s: a keyword that is refused is left out, and the arguments are still checked',
    async (_id, body, keyword) => {
      const { result, requests, executed } = await play({
        tools: { t: { schema } },
        replies: [
          (request) => {
            const parameters = JSON.stringify(request.body.tools?.[0]?.function.parameters);
            return parameters.includes(`"${keyword}":`) ? refuse(400, body) : say('');
          },
          calls(call('t', { pattern: '2026-01-01', size: 0 })),
          calls(call('t', { pattern: null, size: 1 }, 'c2')),
          say('ok'),
        ],
      });
      expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
      expect(executed).toEqual([['t', { pattern: null, size: 1 }]]);
      const sent = requests[1]?.body.tools?.[0]?.function.parameters;
      expect(sent).toMatchObject({ type: 'object', required: ['pattern'] });
      expect(Object.keys(sent?.['properties'] as object)).toEqual(['pattern', 'size']);
    },
  );
});

describe.concurrent('gpt-oss', () => {
  test.each([
    ['a final channel', '<|channel|>final<|message|>The answer is 4.'],
    [
      'an analysis and a final channel',
      '<|channel|>analysis<|message|>2 and 2<|end|><|start|>assistant<|channel|>final<|message|>The answer is 4.<|return|>',
    ],
  ])('%s: the answer is what stands in the final channel', async (_id, text) => {
    const { result } = await play({ replies: [say(text)] });
    expect(result.answer).toBe('The answer is 4.');
  });

  test('an analysis alone is no answer', async () => {
    const { result } = await play({
      replies: [say('<|channel|>analysis<|message|>It is 5<|end|>'), say('4')],
    });
    expect(result.answer).toBe('4');
  });

  test('an analysis and a call', async () => {
    const { executed } = await play({
      replies: [
        say(
          '<|channel|>analysis<|message|>I need it<|end|><|start|>assistant<|channel|>commentary to=functions.t <|constrain|>json<|message|>{"x":1}<|call|>',
        ),
        say('ok'),
      ],
    });
    expect(executed).toEqual([['t', { x: 1 }]]);
  });
});

describe.concurrent('leaked calls that are broken', () => {
  test.each([
    ['cut', '<tool_call>\n{"name": "t", "arguments": {"x": '],
    ['a brace too few', '<tool_call>{"name":"t","arguments":{"x":1}</tool_call>'],
    ['Qwen Coder without an end', '<tool_call>\n<function=t>\n<parameter=x>\n1'],
    ['GLM without values', '<tool_call>t\n<arg_key>x</arg_key>\n</tool_call>'],
    [
      'Kimi without an end',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.t:0<|tool_call_argument_begin|>{"x":1',
    ],
    ['Mistral', '[TOOL_CALLS][{"name":"t","arguments":{"x":1}'],
  ])('%s: it is neither run nor shown as the answer', async (_id, text) => {
    for (const reason of ['stop', 'length']) {
      const { executed, result, requests, observations } = await play({
        replies: [say(text, reason), calls(call('t', '{"x":2}')), say('ok')],
      });
      expect(executed).toEqual([['t', { x: 2 }]]);
      expect(requests).toHaveLength(3);
      expect(observations[0]).toContain('"ok":false');
      expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
    }
  });

  test('slips in a leaked call are mended as in any other', async () => {
    const { executed } = await play({
      replies: [say("<tool_call>{'name': 't', 'arguments': {'x': 1,}}</tool_call>"), say('ok')],
    });
    expect(executed).toEqual([['t', { x: 1 }]]);
  });

  test('an answer in XML stays an answer', async () => {
    const text = '<result><reasoning>2 + 2</reasoning><value>4</value></result>';
    const { result } = await play({ replies: [say(text)] });
    expect(result.answer).toBe(text);
  });
});

describe.concurrent('odd answers', () => {
  test('an error as an event stream', async () => {
    const body = 'data: {"error":{"message":"Rate limit. Please try again in 2s."}}\n\n';
    const { result, waits } = await play({
      replies: [{ status: 429, headers: { 'content-type': 'text/event-stream' }, body }, say('ok')],
    });
    expect(result.answer).toBe('ok');
    expect(waits[0]).toBeGreaterThanOrEqual(2_000);
  });

  test('an error event without the word error in it', async () => {
    const body = 'event: error\ndata: {"message":"upstream overloaded","type":"server_error"}\n\n';
    const { result, requests } = await play({
      replies: [{ status: 200, headers: { 'content-type': 'text/event-stream' }, body }, say('ok')],
    });
    expect(result.answer).toBe('ok');
    expect(requests).toHaveLength(2);
  });

  test('503 with a delay', async () => {
    const { waits } = await play({
      replies: [refuse(503, 'busy', { 'retry-after': '2' }), say('ok')],
    });
    expect(waits[0]).toBeGreaterThanOrEqual(2_000);
  });

  test('a tool whose name begins with a digit', async () => {
    const { executed, requests } = await play({
      tools: { '2fa_code': '123456' },
      replies: [({ body }) => calls(call(body.tools?.[0]?.function.name ?? '')), say('ok')],
    });
    expect(executed).toEqual([['2fa_code', {}]]);
    expect(requests[0]?.body.tools?.[0]?.function.name).toMatch(/^[A-Za-z_]/);
  });

  test('text beside a call is kept', async () => {
    const { requests, result } = await play({
      replies: [{ ...calls(call('t')), content: 'Let me look.' }, say('ok')],
    });
    expect(requests[1]?.body.messages.find(({ role }) => role === 'assistant')?.content).toBe(
      'Let me look.',
    );
    expect(result.state.steps[0]?.thought).toBe('Let me look.');
  });

  test('structured calls win over text that looks like one', async () => {
    const { executed } = await play({
      replies: [
        {
          ...calls(call('t', '{"n":1}')),
          content: '<tool_call>{"name":"t","arguments":{"n":2}}</tool_call>',
        },
        say('ok'),
      ],
    });
    expect(executed).toEqual([['t', { n: 1 }]]);
  });
});
