import { AgentError, createAgent, type AgentOptions } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { scriptedModel, scriptedTools } from './scripted.ts';

describe('an agent', () => {
  const model = scriptedModel([]);
  const tools = scriptedTools({});

  it.each<[unknown, unknown, RegExp]>([
    [undefined, tools, /model must be a ChatModel/],
    [{ complete: 'yes' }, tools, /model must be a ChatModel/],
    [model, undefined, /tools must be a ToolRunner/],
    [model, [{ name: 't' }], /tools must be a ToolRunner.*createToolManager/],
  ])(
    'without a model or a tool runner says what is missing (%#)',
    async (model, tools, message) => {
      const agent = createAgent({ model, tools } as AgentOptions);
      const refusal = {
        code: 'invalid_arguments',
        message: expect.stringMatching(message) as string,
      };
      await expect(agent.run('go')).rejects.toMatchObject(refusal);
      await expect(agent.run('go')).rejects.toBeInstanceOf(AgentError);
    },
  );
});
