import { expect, test } from 'vitest';
import { MiniAgentError } from '../src/errors.ts';
import { JournalError } from '../src/journal.ts';

class TeaError extends MiniAgentError<'too_hot' | 'too_cold'> {}

test('an error carries a code, a message and what a caller may need', () => {
  const cause = new Error('kettle');
  const error = new TeaError('too_hot', 'Wait a minute.', {
    cause,
    status: 429,
    retryAfterMs: 60_000,
    details: { degrees: 95 },
  });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'TeaError',
    code: 'too_hot',
    message: 'Wait a minute.',
    status: 429,
    retryAfterMs: 60_000,
    details: { degrees: 95 },
    cause,
  });
  expect(JSON.stringify(error)).toBe('{"code":"too_hot","message":"Wait a minute."}');
});

test('without details nothing is made up', () => {
  const error = new TeaError('too_cold', 'Heat it.');
  expect(error.status).toBeUndefined();
  expect(error.retryAfterMs).toBeUndefined();
  expect(error.details).toBeUndefined();
  expect('cause' in error).toBe(false);
});

test('instanceof holds for the base class across copies, and for a subclass as usual', () => {
  const foreign = { isMiniAgentError: true, code: 'x', message: 'y' };
  expect(foreign instanceof MiniAgentError).toBe(true);
  expect(foreign instanceof TeaError).toBe(false);
  expect(new TeaError('too_hot', 'Wait.') instanceof TeaError).toBe(true);
  expect(new JournalError('busy', 'Wait.') instanceof TeaError).toBe(false);
  expect(new Error('x') instanceof MiniAgentError).toBe(false);
});

test('errors of another copy of the package are known, other things are not', () => {
  expect(MiniAgentError.isInstance(new JournalError('busy', 'Wait.'))).toBe(true);
  expect(MiniAgentError.isInstance({ isMiniAgentError: true, code: 'x', message: 'y' })).toBe(true);
  for (const other of [new Error('x'), null, undefined, 'text', { code: 'x' }]) {
    expect(MiniAgentError.isInstance(other)).toBe(false);
  }
});
