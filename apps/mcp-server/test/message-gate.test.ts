import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeMessage, judgeTooLongLine } from '../src/server/message-gate.ts';

const nothingOpen = (): boolean => false;

function codes(message: unknown, isOpen: (id: unknown) => boolean = nothingOpen): unknown {
  const { forward, answers, dropped } = judgeMessage(message, isOpen);
  return {
    forward: forward !== undefined,
    answers: answers.map(({ id, error }) => [id, error.code]),
    dropped: dropped !== undefined,
  };
}

const forwarded = { forward: true, answers: [], dropped: false };

describe('messages', () => {
  test.each([
    [{ jsonrpc: '2.0', id: 0, method: 'ping' }],
    [{ jsonrpc: '2.0', id: 'a', method: 'ping', params: {} }],
    [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
    [{ jsonrpc: '2.0', id: 3, result: {} }],
    [{ jsonrpc: '2.0', id: 3, error: { code: -1, message: 'no' } }],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run_agent' } }],
  ])('%j goes on', (message) => {
    expect(codes(message)).toEqual(forwarded);
  });

  test.each([
    [{ id: 1, method: 'ping' }, [[1, -32600]]],
    [{ jsonrpc: '2.0', id: 1 }, [[1, -32600]]],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }, [[null, -32600]]],
    [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, [[null, -32600]]],
    [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [1] }, [[1, -32602]]],
    ['text', [[null, -32600]]],
    [7, [[null, -32600]]],
    [null, [[null, -32600]]],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call' }, [[1, -32602]]],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 5 } }, [[1, -32602]]],
    [[{ jsonrpc: '2.0', method: 'notifications/x' }], [[null, -32600]]],
  ])('%j is answered', (message, answers) => {
    expect(codes(message)).toEqual({ forward: false, answers, dropped: false });
  });

  test('an open id is refused, the same id in the other type is not', () => {
    const isOpen = (id: unknown): boolean => id === 2;
    const request = { jsonrpc: '2.0', method: 'ping' };
    expect(codes({ ...request, id: 2 }, isOpen)).toMatchObject({ answers: [[2, -32600]] });
    expect(codes({ ...request, id: '2' }, isOpen)).toEqual(forwarded);
    expect(
      codes(
        [
          { ...request, id: 2 },
          { ...request, id: 3 },
        ],
        isOpen,
      ),
    ).toMatchObject({
      answers: [[3, -32600]],
    });
  });

  test('broken responses and notifications are dropped without an answer', () => {
    expect(codes({ jsonrpc: '2.0', result: {} })).toEqual({
      forward: false,
      answers: [],
      dropped: true,
    });
    expect(codes({ jsonrpc: '2.0', method: 'x', params: 1 })).toEqual({
      forward: false,
      answers: [],
      dropped: true,
    });
  });

  test('anything that JSON can say is judged without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (message) => {
        expect(judgeMessage(message, nothingOpen)).toBeDefined();
      }),
    );
  });
});

describe('a line that was not read', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":12,"method":"tools/call"', '"}}}', 12],
    ['{"method":"tools/call","params":{"id":5', '"}},"jsonrpc":"2.0","id":"q\\"1"}', 'q"1'],
    ['{"params":{"id":5', 'xxxx', null],
    ['{"method":"tools/call","id":0,"params":{', '"}}}', 0],
    ['{"method":"x","jsonrpc":"2.0","id":"","params":{', '"}}}', ''],
    ['{"params":{"id":5', '}},"id":7,"method":"tools/call","jsonrpc":"2.0"}', 7],
    ['{"params":{', '"a":{"id":5}}', null],
    ['{"params":{', '"a":"\\"id\\":5}"}', null],
    ['[{"jsonrpc":"2.0","id":3,"method":"x"', '"id":4}]', null],
  ])('%s … %s is answered under %j', (head, tail, id) => {
    expect(judgeTooLongLine(head, tail, 10).answers[0]).toMatchObject({
      id,
      error: { code: -32600 },
    });
  });
});

describe('an answer that was not read', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":3,"result":{"content":', '}}', 3],
    ['{"id":"a","jsonrpc":"2.0","error":{', '}}', 'a'],
    ['{"result":{"content":', '"}},"jsonrpc":"2.0","id":4}', 4],
  ])('%s … %s ends its request, and no request of the client', (head, tail, id) => {
    const { forward, answers } = judgeTooLongLine(head, tail, 10);
    expect(forward).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32603 } });
    expect(answers).toEqual([]);
  });

  test('is dropped where its id is not to be seen', () => {
    expect(judgeTooLongLine('{"result":{', '}}', 10)).toMatchObject({
      answers: [],
      dropped: 'an answer that is too long',
    });
  });
});

describe('answers that the protocol layer would drop', () => {
  test.each([
    [{ result: null }, -32603],
    [{ result: 'text' }, -32603],
    [{ error: null }, -32603],
    [{ error: 'no' }, -32603],
    [{ error: { message: 'no' } }, -32603],
    [{ result: {}, error: null }, -32603],
    [{ error: { code: -1, message: 'User rejected' } }, -1],
  ])('%j ends its request as an error', (answer, code) => {
    const { forward, answers } = judgeMessage({ jsonrpc: '2.0', id: 4, ...answer }, nothingOpen);
    expect(forward).toMatchObject({ jsonrpc: '2.0', id: 4, error: { code } });
    expect(answers).toEqual([]);
  });
});
