import type { RawServer, WireFrame } from '@mini-agent/testkit';
import { describe, expect, test } from 'vitest';
import { createClientBroker } from '../src/runs/client-broker.ts';
import { rawServer } from './stdio-harness.ts';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const other = '00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01';
const signal = new AbortController().signal;

type Meta = Readonly<Record<string, unknown>>;

function callSampling(server: RawServer, id: number, meta: Meta | undefined): void {
  const params = {
    name: 'run_agent',
    arguments: { task: `sampling ${id}` },
    ...(meta === undefined ? {} : { _meta: meta }),
  };
  server.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
}

/** Answers the client's model and waits for the end of the call. */
async function answer(server: RawServer, request: WireFrame, id: number): Promise<void> {
  const result = { role: 'assistant', model: 'm', content: { type: 'text', text: 'done' } };
  server.send({ jsonrpc: '2.0', id: request.id, result });
  const frame = await server.waitForFrame(
    (candidate) => candidate.id === id && candidate.method === undefined,
  );
  expect(frame.result?.['structuredContent']).toMatchObject({ answer: 'done' });
}

const samplingFrames = (server: RawServer): readonly WireFrame[] =>
  server.frames().filter(({ method }) => method === 'sampling/createMessage');

describe('the trace of a call', { timeout: 40_000 }, () => {
  test('goes along with the requests to the model of the client, and what is malformed does not', async () => {
    const server = await rawServer();
    await server.initialize({ capabilities: { sampling: {} } });
    const state = { tracestate: 'rojo=1', baggage: 'userId=alice' };
    const rows: readonly (readonly [Meta | undefined, Meta | undefined])[] = [
      [
        { traceparent, ...state, 'x.example/own': 1 },
        { traceparent, ...state },
      ],
      [undefined, undefined],
      [{ traceparent: 'nonsense', tracestate: 'rojo=1' }, undefined],
      [{ traceparent, baggage: 'not baggage' }, { traceparent }],
      [{ traceparent: 7, baggage: 'a=1' }, { baggage: 'a=1' }],
    ];
    for (const [index, [given, passed]] of rows.entries()) {
      callSampling(server, 100 + index, given);
      const seen = index + 1;
      await server.waitForFrame(() => samplingFrames(server).length === seen);
      const request = samplingFrames(server)[index];
      if (request === undefined) throw new Error('There is a request.');
      expect(request.params?.['_meta'], JSON.stringify(given)).toEqual(passed);
      await answer(server, request, 100 + index);
    }
  });

  test('also with requests that are handed to a 2026-07-28 client in a result', async () => {
    const server = await rawServer();
    const prefix = 'io.modelcontextprotocol';
    const frame = await server.request(
      'tools/call',
      {
        _meta: {
          [`${prefix}/protocolVersion`]: '2026-07-28',
          [`${prefix}/clientCapabilities`]: { sampling: {} },
          traceparent,
          baggage: 'userId=alice',
        },
        name: 'run_agent',
        arguments: { task: 'sampling' },
      },
      { timeoutMs: 20_000 },
    );
    const requests = Object.values(frame.result?.['inputRequests'] ?? {}) as readonly {
      readonly params: { readonly _meta?: Meta };
    }[];
    expect(requests.map(({ params }) => params._meta)).toEqual([
      { traceparent, baggage: 'userId=alice' },
    ]);
  });
});

describe('a broker with a trace', () => {
  const sent = async (params: Meta): Promise<unknown> => {
    const broker = createClientBroker({ traceparent, tracestate: 'rojo=1' });
    broker.open({ send: ({ params: given }) => Promise.resolve(given) });
    return broker.createMessage(params, { signal });
  };

  test('keeps other metadata, and a trace that a request already has', async () => {
    expect(await sent({ maxTokens: 1 })).toEqual({
      maxTokens: 1,
      _meta: { traceparent, tracestate: 'rojo=1' },
    });
    expect(await sent({ _meta: { own: 1 } })).toEqual({
      _meta: { own: 1, traceparent, tracestate: 'rojo=1' },
    });
    expect(await sent({ _meta: { traceparent: other } })).toEqual({
      _meta: { traceparent: other },
    });
  });
});
