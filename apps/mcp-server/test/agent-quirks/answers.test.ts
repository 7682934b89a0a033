import { describe, expect, test } from 'vitest';
import { call, calls, completion, messagesOf, play, say } from './harness.ts';

describe.concurrent('loops', () => {
  test('ab-004: a polling tool is asked again and again', async () => {
    const { executed, result } = await play({
      tools: { status: { body: ['pending', 'pending', 'ready'], policy: { polling: true } } },
      replies: [calls(call('status')), calls(call('status')), calls(call('status')), say('ready')],
    });
    expect(executed).toHaveLength(3);
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ready' });
  });

  test('ab-004: nor is a tool stuck whose result changes', async () => {
    const { executed, result } = await play({
      maxTurns: 12,
      tools: { status: { body: ['1', '2', '3', '4', '5', '6'], annotations: { readOnly: true } } },
      replies: [...Array.from({ length: 6 }, () => calls(call('status'))), say('ready')],
    });
    expect(executed).toHaveLength(6);
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ready' });
  });

  test('the same call with the same result without end is a loop, and ends with an answer', async () => {
    const { executed, result, requests } = await play({
      maxTurns: 30,
      replies: ({ body }) => (body.tool_choice === 'none' ? say('forced') : calls(call('t'))),
    });
    expect(executed.length).toBeLessThanOrEqual(3);
    expect(result.outcome).toBe('loop_detected');
    expect(result.answer).toContain('forced');
    expect(requests.length).toBeLessThan(9);
  });
});

describe.concurrent('loops of tools that say nothing about themselves', () => {
  test.each([1, 2, 3, 4])('%i in turn end within eight requests', async (length) => {
    const names = Array.from({ length }, (_, at) => `tool_${at}`);
    let asked = 0;
    const { result, requests } = await play({
      maxTurns: 30,
      tools: Object.fromEntries(names.map((name) => [name, 'same'])),
      replies: ({ body }) => {
        asked += 1;
        const name = names[(asked - 1) % length] ?? '';
        return body.tool_choice === 'none' ? say('forced') : calls(call(name, '{}', `x${asked}`));
      },
    });
    expect(result).toMatchObject({ outcome: 'loop_detected', answer: 'forced', partial: true });
    expect(requests.length).toBeLessThanOrEqual(8);
  });

  test('side by side too', async () => {
    const { result, requests } = await play({
      maxTurns: 30,
      tools: { one: 'same', two: 'same' },
      replies: () => calls(call('one', '{}', 'a'), call('two', '{}', 'b')),
    });
    expect(result.outcome).toBe('loop_detected');
    expect(result.answer).toContain('same');
    expect(requests.length).toBeLessThanOrEqual(8);
  });
});

describe.concurrent('the last step', () => {
  const steps = [1, 2, 3].map((n) => calls(call('t', `{"n":${n}}`, `c${n}`)));

  test('ab-005: the answer comes from a request without tools', async () => {
    const { result, requests } = await play({
      maxTurns: 4,
      replies: [...steps, say('best effort answer')],
    });
    const last = requests.at(-1)?.body;
    expect(last?.tool_choice === 'none' || last?.tools === undefined).toBe(true);
    expect(result).toMatchObject({
      outcome: 'max_steps',
      partial: true,
      answer: 'best effort answer',
    });
  });

  test.each([
    ['ab-006', { ...calls(call('t', '{"n":4}', 'c4')), content: 'still going' }, 'still going'],
    ['only a call', calls(call('t', '{"n":4}', 'c4')), 'seen'],
    ['a leaked call', say('<tool_call>{"name":"t","arguments":{"n":4}}</tool_call>'), 'seen'],
    ['nothing', say(''), 'seen'],
  ])('%s: what comes after the budget is not executed', async (_id, last, part) => {
    const { result, executed } = await play({
      maxTurns: 4,
      tools: { t: 'seen' },
      replies: [...steps, last, last],
    });
    expect(executed).toHaveLength(3);
    expect(result).toMatchObject({ outcome: 'max_steps', partial: true });
    expect(result.answer).toContain(part);
    expect(result.answer).not.toContain('tool_call');
  });

  test('ab-007: tool_choice none is sent', async () => {
    const { requests, result } = await play({
      maxTurns: 2,
      replies: [calls(call('t')), say('final')],
    });
    expect(requests[1]?.body.tool_choice).toBe('none');
    expect(requests[1]?.body.tools).toHaveLength(1);
    expect(result).toMatchObject({ outcome: 'max_steps', answer: 'final' });
  });

  test('tool_choice none that is refused becomes a request without tools', async () => {
    const { requests, result } = await play({
      maxTurns: 2,
      replies: [
        calls(call('t')),
        ({ body }) =>
          body.tool_choice === undefined
            ? say('final')
            : { status: 400, body: { error: { message: "tool_choice 'none' is not supported" } } },
        say('final'),
      ],
    });
    expect(requests[2]?.body.tool_choice).toBeUndefined();
    expect(requests[2]?.body.tools).toBeUndefined();
    expect(result.answer).toBe('final');
  });

  test('and a history with calls that is refused without tools becomes text', async () => {
    const { result, requests } = await play({
      maxTurns: 2,
      replies: [
        calls(call('t')),
        ...Array.from({ length: 4 }, () => ({
          expect_request: { lacks: ['tool_choice', 'tool_calls'] },
          reply: say('final'),
          otherwise: {
            status: 400,
            body: { error: { message: 'tools must be given with tool_choice or tool_calls' } },
          },
        })),
      ],
    });
    expect(result.answer).toBe('final');
    expect(JSON.stringify(requests.at(-1)?.body.messages)).toContain('fine');
  });
});

describe.concurrent('empty replies', () => {
  test('ab-008: an empty reply in the middle is asked again, with tools', async () => {
    const { result, executed, requests } = await play({
      replies: [calls(call('t')), say(''), calls(call('t', '{"n":2}', 'c2')), say('ok')],
    });
    expect(executed).toHaveLength(2);
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
    expect(requests[2]?.body.tools).toHaveLength(1);
    expect(requests[2]?.body.tool_choice).not.toBe('none');
    expect(messagesOf(requests[2], 'assistant')).toHaveLength(1);
  });

  test.each([
    ['ab-010', { content: '', reasoning_content: 'the answer is 4', finish_reason: 'stop' }],
    ['reasoning', { content: null, reasoning: 'the answer is 4', finish_reason: 'stop' }],
    ['tags', { content: '<think>the answer is 4</think>', finish_reason: 'stop' }],
    ['an open tag', { content: '<think>the answer is 4', finish_reason: 'stop' }],
    [
      'a thinking part',
      {
        content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'the answer is 4' }] }],
        finish_reason: 'stop',
      },
    ],
    [
      'details',
      {
        content: '',
        reasoning_details: [{ type: 'reasoning.text', text: 'the answer is 4' }],
        finish_reason: 'stop',
      },
    ],
  ])('%s: thinking alone is no answer', async (_id, reply) => {
    const { result, requests } = await play({ tools: {}, replies: [reply, say('4')] });
    expect(result).toMatchObject({ outcome: 'completed', answer: '4' });
    expect(requests).toHaveLength(2);
  });

  test('thinking alone for ever is no answer either', async () => {
    const { result, requests } = await play({
      tools: {},
      replies: () => ({ content: '', reasoning_content: 'the answer is 4' }),
    });
    expect(result.outcome).toBe('error');
    expect(result.answer).not.toContain('the answer is 4');
    expect(requests.length).toBeLessThanOrEqual(4);
  });

  test('ab-011: text beside an earlier call is not the answer', async () => {
    const { result, requests } = await play({
      tools: { search: 'found it' },
      replies: [{ ...calls(call('search')), content: 'Checking...' }, say(''), say('Here it is.')],
    });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'Here it is.' });
    expect(requests).toHaveLength(3);
  });

  test.each([
    ['blanks', completion({ role: 'assistant', content: ' \n\t ' })],
    ['null', completion({ role: 'assistant', content: null })],
    ['no content', completion({ role: 'assistant' })],
    ['an empty message', completion({})],
    ['no parts', completion({ role: 'assistant', content: [] })],
    ['invisible characters', completion({ role: 'assistant', content: '\u200b\ufeff' })],
    ['an end token', completion({ role: 'assistant', content: '<|im_end|>' })],
    ['an orphan tag', completion({ role: 'assistant', content: '</tool_call>' })],
  ])('%s is an empty reply', async (_id, reply) => {
    const { result } = await play({ replies: [reply, say('ok')] });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
  });
});

describe.concurrent('content', () => {
  test.each([
    [
      'parts',
      [
        { type: 'text', text: 'The answer ' },
        { type: 'text', text: 'is 4.' },
      ],
    ],
    ['output parts', [{ type: 'output_text', text: 'The answer is 4.' }]],
    ['one part', { type: 'text', text: 'The answer is 4.' }],
    ['bare texts', ['The answer ', 'is 4.']],
    [
      'a thinking part first',
      [
        { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
        { type: 'text', text: 'The answer is 4.' },
      ],
    ],
    [
      'a reference part between',
      [
        { type: 'text', text: 'The answer ' },
        { type: 'reference', reference_ids: [1] },
        { type: 'text', text: 'is 4.' },
      ],
    ],
    ['null parts', [null, { type: 'text', text: 'The answer is 4.' }]],
  ])('%s', async (_id, content) => {
    const { result } = await play({ replies: [completion({ role: 'assistant', content })] });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'The answer is 4.' });
  });

  test.each(['Final Answer: 4', '**Final Answer:** 4', '最终答案：4'])('%s', async (text) => {
    const { result } = await play({ replies: [say(text)] });
    expect(result.answer).toBe('4');
  });

  test('a refusal is the answer', async () => {
    const { result } = await play({
      replies: [completion({ role: 'assistant', content: null, refusal: 'I cannot help.' })],
    });
    expect(result.answer).toBe('I cannot help.');
  });

  test('missing usage is estimated and marked', async () => {
    const { result } = await play({ replies: [{ content: 'ok', usage: null }] });
    expect(result.state.usage).toMatchObject({ estimated: true });
    expect(result.state.usage.totalTokens).toBeGreaterThan(0);
  });

  test('reported usage counts', async () => {
    const { result } = await play({ replies: [say('ok')] });
    expect(result.state.usage).toEqual({
      inputTokens: 20,
      outputTokens: 10,
      totalTokens: 30,
      estimated: false,
    });
  });
});
