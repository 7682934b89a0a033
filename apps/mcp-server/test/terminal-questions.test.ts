import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createTerminalQuestions, type AskAtTerminal } from '../src/cli/terminal-questions.ts';
import { approvalForm, isApproved, type ApprovalForm } from '../src/render/approval-form.ts';

const { signal } = new AbortController();

interface Terminal {
  readonly ask: AskAtTerminal;
  readonly input: PassThrough;
  readonly shown: () => string;
}

function terminal(): Terminal {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.on('data', (part: Buffer) => (shown += part.toString()));
  return { ask: createTerminalQuestions({ input, output }), input, shown: () => shown };
}

function form(name = 'send', language: 'en' | 'zh' = 'en'): ApprovalForm {
  const call = { name, arguments: { ok: true as const, value: { to: 'all' } } };
  return approvalForm(call, { language, reason: 'untrusted_content', secrets: [] });
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('a question at the terminal', () => {
  test.each(['y', 'Y', 'yes', ' YES ', '是'])('%j is a yes', async (line) => {
    const { ask, input, shown } = terminal();
    const answer = ask(form(), signal);
    input.write(`${line}\n`);
    expect(isApproved(await answer)).toBe(true);
    expect(shown()).toMatch(/\nTool: send\nArguments:\n- "to": "all"\nRun send\? \[y\/N\] $/);
  });

  test.each(['', 'n', 'no', 'yep', 'j', '否', 'y n'])('%j is a no', async (line) => {
    const { ask, input } = terminal();
    const answer = ask(form(), signal);
    input.write(`${line}\r\n`);
    expect(await answer).toEqual({ action: 'decline' });
  });

  test('is asked in Chinese where the task is', async () => {
    const { ask, input, shown } = terminal();
    const answer = ask(form('send', 'zh'), signal);
    input.write('\n');
    await answer;
    expect(shown()).toMatch(/运行 send？ \[y\/N\] $/);
  });

  test('without an answer at the end of the input is a cancel', async () => {
    const { ask, input } = terminal();
    const answer = ask(form(), signal);
    input.end();
    expect(await answer).toEqual({ action: 'cancel' });
  });

  test('waits for the one before it, so that no answer is taken for another', async () => {
    const { ask, input, shown } = terminal();
    const first = ask(form('one'), signal);
    const second = ask(form('two'), signal);
    await settle();
    expect(shown()).not.toContain('two');
    input.write('y\n');
    expect(isApproved(await first)).toBe(true);
    await settle();
    expect(shown()).toContain('Run two?');
    input.write('n\n');
    expect(isApproved(await second)).toBe(false);
  });

  test('ends with its run, and the next one is asked', async () => {
    const { ask, input } = terminal();
    const controller = new AbortController();
    const first = ask(form('one'), controller.signal);
    await settle();
    controller.abort(new Error('stopped'));
    await expect(first).rejects.toThrow('stopped');
    const second = ask(form('two'), signal);
    await settle();
    input.write('yes\n');
    expect(isApproved(await second)).toBe(true);
  });

  test('shows nothing that moves the cursor', async () => {
    const { ask, input, shown } = terminal();
    const answer = ask({ ...form(), message: 'a\u001b[2Jb\u202Ec' }, signal);
    input.write('n\n');
    await answer;
    // eslint-disable-next-line no-control-regex -- the escape is what must not be there
    expect(shown()).not.toMatch(/[\u001b\u202E]/);
  });
});
