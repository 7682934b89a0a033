import { describe, expect, test } from 'vitest';
import { call, calls, messagesOf, play, refuse, say } from './harness.ts';

describe.concurrent('base URLs', () => {
  test.each([
    ['/api/paas/v4', '/api/paas/v4/chat/completions'],
    ['/v1/', '/v1/chat/completions'],
    ['', '/v1/chat/completions'],
    ['/', '/v1/chat/completions'],
    ['/v1/chat/completions', '/v1/chat/completions'],
    ['/v1/chat/completions/', '/v1/chat/completions'],
    ['/compatible-mode/v1', '/compatible-mode/v1/chat/completions'],
    ['/v1beta/openai/', '/v1beta/openai/chat/completions'],
    ['/openai', '/openai/v1/chat/completions'],
    ['/openai/', '/openai/v1/chat/completions'],
    ['/openai/v1', '/openai/v1/chat/completions'],
    ['/api/v3', '/api/v3/chat/completions'],
    ['/compatible-mode/v2', '/compatible-mode/v2/chat/completions'],
    ['/chat/completions', '/v1/chat/completions'],
    ['//v1//', '/v1/chat/completions'],
  ])('ab-056: %j asks %s', async (path, wanted) => {
    const { requests } = await play({ path, replies: [say('ok')] });
    expect(requests.map((request) => request.path)).toEqual([wanted]);
  });

  test('ab-056: a query stays', async () => {
    const { requests } = await play({ path: '/v1?api-version=2026-01-01', replies: [say('ok')] });
    expect(requests[0]?.url).toBe('/v1/chat/completions?api-version=2026-01-01');
  });

  test.each([
    ['/v1', '/chat/completions'],
    ['', '/chat/completions'],
    ['/proxy', '/proxy/v1/chat/completions'],
    ['/openai', '/openai/chat/completions'],
  ])('ab-056: where %j is not found, %s is asked once and remembered', async (path, other) => {
    const { result, requests } = await play({
      path,
      replies: (request) => {
        if (request.path !== other) return refuse(404, '<html>nginx: 404 Not Found</html>');
        return messagesOf(request, 'tool').length === 0 ? calls(call('t')) : say('ok');
      },
    });
    expect(result.answer).toBe('ok');
    expect(requests).toHaveLength(3);
    expect(requests.slice(1).map((request) => request.path)).toEqual([other, other]);
  });

  test('ab-056: where both are not found the error names the address', async () => {
    const { result, requests } = await play({ replies: () => refuse(404, 'not found') });
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'bad_request' });
    expect(requests).toHaveLength(2);
    expect(result.answer).toMatch(/http:\/\/127\.0\.0\.1:\d+\S*\/chat\/completions/);
  });

  test('a model that is not found is no wrong address', async () => {
    const { result, requests } = await play({
      replies: [
        refuse(404, { error: { message: "model 'quirky-model' not found, try pulling it first" } }),
      ],
    });
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'bad_request' });
    expect(requests).toHaveLength(1);
  });
});
