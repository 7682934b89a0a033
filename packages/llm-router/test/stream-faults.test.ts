import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { chatRequest } from './support/requests.ts';

const options = { signal: neverAborted };

describe('a stream that fails', () => {
  it('ab-025: an error object in the stream drops the part before it and is retried', async () => {
    const { model, server } = await startEndpoint(
      [
        { chunks: [{ content: 'par' }, { error: { message: 'upstream died', code: 502 } }] },
        { content: 'complete' },
      ],
      { stream: true },
    );
    const response = await model.complete(chatRequest(), options);
    expect(response.message.content).toBe('complete');
    expect(server.requests).toHaveLength(2);
  });

  it('ab-025: keeps the code of the error where it gives up', async () => {
    const { model } = await startEndpoint(
      [{ chunks: [{ content: 'par' }, { error: { message: 'x', code: 401 } }] }],
      { stream: true },
    );
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'auth',
      status: 401,
    });
  });

  it.each([
    ['no end mark and no finish_reason', { chunks: [{ content: 'par' }], done: false }],
    ['finish_reason error', { chunks: [{ content: 'par' }, { finish_reason: 'error' }] }],
    ['a broken event', { chunks: [{ content: 'par' }, { raw: 'data: {"choices": [\n\n' }] }],
    ['nothing but the end mark', { chunks: [] }],
    ['a cut connection', { content: 'partial text', fault: { kind: 'cut', afterEvents: 1 } }],
    ['a reset', { content: 'partial text', fault: { kind: 'cut', afterEvents: 1, reset: true } }],
  ] as const)('%s is retried', async (_name, reply) => {
    const { model, server } = await startEndpoint([reply, { content: 'complete' }], {
      stream: true,
    });
    const response = await model.complete(chatRequest(), options);
    expect(response.message.content).toBe('complete');
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    [
      'no end mark, but finish_reason',
      { chunks: [{ content: 'ok' }, { finish_reason: 'stop' }], done: false },
    ],
    ['an end mark, but no finish_reason', { chunks: [{ content: 'ok' }] }],
    ['JSON though a stream was asked for', { content: 'ok', as_stream: false }],
    ['comments between events', { chunks: [{ raw: ': keep-alive\n\n' }, { content: 'ok' }] }],
    ['every byte on its own', { content: 'ok', fault: { kind: 'split', at: 'every-byte' } }],
    [
      'an open line after the end mark',
      { content: 'ok', fault: { kind: 'endless', chunk: ': x\n\n' } },
    ],
    [
      'another content type',
      { content: 'ok', fault: { kind: 'content-type', value: 'application/json' } },
    ],
  ] as const)('%s is fine', async (_name, reply) => {
    const { model, server } = await startEndpoint([reply], { stream: true });
    const response = await model.complete(chatRequest(), options);
    expect(response.message.content).toBe('ok');
    expect(server.requests).toHaveLength(1);
  });

  it('a stream that nobody asked for is read as well', async () => {
    const { model } = await startEndpoint([{ content: 'ok', as_stream: true }]);
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
  });

  it('does not wait for more than the grace after finish_reason', async () => {
    const { model } = await startEndpoint(
      [
        {
          chunks: [{ content: 'ok' }, { finish_reason: 'stop' }, { content: '' }],
          fault: { kind: 'stall', afterEvents: 2 },
        },
      ],
      { stream: true, timeouts: { idleMs: 60 } },
    );
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
  });
});
