import { describe, expect, test } from 'vitest';
import type { Tool } from '@mini-agent/foundation/tool';
import { completeTool } from '../src/complete-tool.ts';

const whole: Tool = {
  name: 't',
  title: 'T',
  description: 'Does it.',
  inputSchema: { jsonSchema: { type: 'object' } },
  annotations: {
    readOnly: true,
    idempotent: true,
    openWorld: false,
    destructive: false,
    untrustedOutput: false,
  },
  execute: () => Promise.resolve({ text: 'done' }),
};

describe('completeTool', () => {
  test('leaves a complete tool as it is', () => {
    expect(completeTool(whole)).toBe(whole);
  });

  test('guesses on the careful side, and says that it does: no repeats, no trust', async () => {
    const bare = { name: 't', execute: () => Promise.resolve({ text: 'done' }) } as unknown as Tool;
    const tool = completeTool(bare);
    expect(tool).toMatchObject({
      name: 't',
      title: 't',
      description: '',
      inputSchema: { jsonSchema: { type: 'object' } },
      annotations: { readOnly: false, idempotent: false, untrustedOutput: true, isGuessed: true },
    });
    await expect(tool.execute({})).resolves.toEqual({ text: 'done' });
  });

  test('keeps what is given, and takes a bare JSON Schema for one', () => {
    const given = {
      ...whole,
      inputSchema: { type: 'object', required: ['x'] },
      annotations: { readOnly: true },
      policy: { polling: true },
    } as unknown as Tool;
    expect(completeTool(given)).toMatchObject({
      title: 'T',
      inputSchema: { jsonSchema: { type: 'object', required: ['x'] } },
      annotations: { readOnly: true, idempotent: false, untrustedOutput: true },
      policy: { polling: true },
    });
    expect(completeTool(given).annotations.isGuessed).toBeUndefined();
  });

  test('calls the body as a method of its tool', async () => {
    const counter = {
      name: 't',
      count: 0,
      execute(): Promise<{ text: string }> {
        this.count += 1;
        return Promise.resolve({ text: String(this.count) });
      },
    };
    const tool = completeTool(counter as unknown as Tool);
    await tool.execute({});
    expect(counter.count).toBe(1);
  });
});
