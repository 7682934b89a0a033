import { createRouter } from '@mini-agent/llm-router';
import type { HttpModelOptions } from '@mini-agent/llm-router';
import type { ModelRequest, ScriptedReply } from '@mini-agent/testkit';
import { describe, expect, it } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import type { Endpoint } from './support/endpoint.ts';
import { runLoop } from './support/mini-loop.ts';
import { tool } from './support/requests.ts';

const tools = [
  tool('look', {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      where: { $ref: '#/$defs/place' },
      depth: { type: ['integer', 'null'], exclusiveMinimum: 0 },
    },
    required: ['where'],
    additionalProperties: false,
    $defs: { place: { type: 'string', minLength: 1 } },
  }),
  tool('7.add'),
];

/** A turn of the first provider, with all that only it may see again. */
function firstTurn(name: string, id: string): ScriptedReply {
  return {
    reasoning_content: `thought about ${name}`,
    reasoning_details: [{ type: 'encrypted', data: 'for-the-first-alone' }],
    tool_calls: [
      {
        id,
        name,
        arguments: '{"where":"here"}',
        extra_content: { google: { thought_signature: 'signature-of-the-first' } },
      },
    ],
  };
}

const broken: ScriptedReply = { status: 503, body: { error: { message: 'overloaded' } } };
const privateParts =
  /thought about|for-the-first-alone|signature-of-the-first|reasoning|extra_content/;

interface Pair {
  readonly first: Endpoint;
  readonly second: Endpoint;
  readonly run: () => ReturnType<typeof runLoop>;
}

async function pair(
  scripts: { readonly first: readonly ScriptedReply[]; readonly second: readonly ScriptedReply[] },
  profiles: { readonly first?: string; readonly second?: string } = {},
): Promise<Pair> {
  const start = (
    provider: string,
    script: readonly ScriptedReply[],
    profile: string | undefined,
  ): Promise<Endpoint> => {
    const options: Partial<HttpModelOptions> = { provider, model: 'same-name', retries: 0 };
    return startEndpoint(script, profile === undefined ? options : { ...options, profile });
  };
  const first = await start('a', scripts.first, profiles.first);
  const second = await start('b', scripts.second, profiles.second);
  const router = createRouter({
    models: [
      { mode: 'http', provider: 'a', model: first.model },
      { mode: 'http', provider: 'b', model: second.model },
    ],
  });
  return { first, second, run: () => runLoop(router, { tools, results: { look: 'found it' } }) };
}

/** Ids of the calls of a request, and of the results, in their order. */
function idsOf({ body }: ModelRequest): { calls: string[]; results: string[] } {
  return {
    calls: body.messages.flatMap(({ tool_calls: made = [] }) => made.map(({ id }) => id)),
    results: body.messages.flatMap(({ tool_call_id: id }) => id ?? []),
  };
}

function only<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined || list.length > 1) throw new Error(`${list.length} instead of one`);
  return one;
}

describe('a provider that fails in the middle of a run', () => {
  it('hands the conversation over: no finished call is made again', async () => {
    const { first, second, run } = await pair({
      first: [firstTurn('look', 'call_1'), firstTurn('7.add', 'call_2'), broken],
      second: [{ content: 'done by the second' }],
    });
    const { answer, last, ran } = await run();
    expect(answer).toBe('done by the second');
    expect(last).toMatchObject({
      provider: 'b',
      fallbacks: [{ from: 'http', to: 'http', provider: 'b', code: 'transient' }],
    });
    expect(ran.map(({ name }) => name)).toEqual(['look', '7.add']);
    expect(first.server.requests).toHaveLength(3);
    const request = only(second.server.requests);
    expect(JSON.stringify(request.body)).toContain('found it');
    expect(request.body.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
  });

  it('its reasoning and signatures go to nobody else, though the model has the same name', async () => {
    const { first, second, run } = await pair({
      first: [firstTurn('look', 'call_1'), broken],
      second: [{ content: 'done' }],
    });
    await run();
    expect(JSON.stringify(first.server.requests[1]?.body)).toMatch(privateParts);
    expect(JSON.stringify(only(second.server.requests).body)).not.toMatch(privateParts);
  });

  it('calls get the form of id that the next one accepts, and results follow them', async () => {
    const { second, run } = await pair(
      {
        first: [
          firstTurn('look', 'call_with-a-long-id.of/its_own'),
          firstTurn('look', 'call_with-a-long-id.of/its_own'),
          broken,
        ],
        second: [{ content: 'done' }],
      },
      { second: 'mistral' },
    );
    await run();
    const { calls, results } = idsOf(only(second.server.requests));
    expect(calls).toHaveLength(2);
    for (const id of calls) expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(new Set(calls).size).toBe(2);
    expect(results).toEqual(calls);
  });

  it('schemas and names are written anew for the next one', async () => {
    const { first, second, run } = await pair(
      { first: [firstTurn('look', 'call_1'), broken], second: [{ content: 'done' }] },
      { second: 'gemini' },
    );
    await run();
    const parametersOf = ({ body }: ModelRequest): string =>
      JSON.stringify(body.tools?.map(({ function: { parameters } }) => parameters));
    const before = first.server.requests[1];
    if (before === undefined) throw new Error('no request');
    expect(parametersOf(before)).toMatch(/\$ref.*exclusiveMinimum.*additionalProperties/);
    const after = only(second.server.requests);
    expect(parametersOf(after)).not.toMatch(/\$ref|\$defs|exclusiveMinimum|additionalProperties/);
    expect(parametersOf(after)).toMatch(/"where":\{"type":"string","minLength":1\}/);
    const names = after.body.tools?.map(({ function: { name } }) => name) ?? [];
    for (const name of names) expect(name).toMatch(/^[A-Za-z_][\w.-]*$/);
  });

  it('the run goes back to it when it answers again, with its own parts and without the other’s', async () => {
    const { first, second, run } = await pair({
      first: [firstTurn('look', 'call_1'), broken, { content: 'done by the first' }],
      second: [
        {
          reasoning_content: 'secret of the second',
          tool_calls: [{ id: 'call_1', name: '7.add', arguments: '{}' }],
        },
      ],
    });
    const { answer, ran, last } = await run();
    expect(answer).toBe('done by the first');
    expect(last).toMatchObject({ provider: 'a', fallbacks: [] });
    expect(ran.map(({ name }) => name)).toEqual(['look', '7.add']);
    expect(second.server.requests).toHaveLength(1);
    const back = first.server.requests[2];
    if (back === undefined) throw new Error('no request');
    expect(JSON.stringify(back.body)).toMatch(/thought about look[\s\S]*signature-of-the-first/);
    expect(JSON.stringify(back.body)).not.toContain('secret of the second');
    const { calls, results } = idsOf(back);
    expect(new Set(calls).size).toBe(2);
    expect(results).toEqual(calls);
  });

  it('a stream that breaks off hands over what was there before it, and nothing of the torn reply', async () => {
    const first = await startEndpoint(
      [
        firstTurn('look', 'call_1'),
        { chunks: [{ content: 'half of a' }, { error: { message: 'gone', code: 502 } }] },
      ],
      { provider: 'a', retries: 0, stream: true },
    );
    const second = await startEndpoint([{ content: 'whole' }], { provider: 'b' });
    const router = createRouter({
      models: [
        { mode: 'http', provider: 'a', model: first.model },
        { mode: 'http', provider: 'b', model: second.model },
      ],
    });
    const { answer, ran } = await runLoop(router, { tools });
    expect(answer).toBe('whole');
    expect(ran).toHaveLength(1);
    expect(JSON.stringify(only(second.server.requests).body)).not.toContain('half of a');
  });
});
