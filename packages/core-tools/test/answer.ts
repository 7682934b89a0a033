import type { Tool } from '@mini-agent/foundation/tool';
import { expect } from 'vitest';

import { CoreToolError } from '../src/errors.ts';

/** What a model reads: the observation, or `ERROR: ` and the message of a typed error. Other errors fail the test. */
export async function answerOf(tool: Tool, args: unknown): Promise<string> {
  try {
    return (await tool.execute(args)).text;
  } catch (error) {
    expect(error).toBeInstanceOf(CoreToolError);
    return `ERROR: ${(error as CoreToolError).message}`;
  }
}

/** The typed error that an action throws. */
export function failureOf(action: () => unknown): CoreToolError {
  try {
    action();
  } catch (error) {
    if (error instanceof CoreToolError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}
