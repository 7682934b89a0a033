import { createAgent } from '@mini-agent/react-agent';
import { expect, it } from 'vitest';
import { scriptedModel, scriptedTools } from './scripted.ts';

it('the hooks of the README do what it says', async () => {
  const model = scriptedModel([{ calls: [['t', {}]] }, { content: 'done' }]);
  const agent = createAgent({ model, tools: scriptedTools({ t: {} }) });
  agent.addCreateHook(async ({ step }, messages) => {
    if (step === 0) messages.push({ role: 'user', content: 'Be brief.' });
    return Promise.resolve(messages);
  });
  agent.addNextHook(async (_, response) =>
    Promise.resolve(response.tool_calls ? 'continue' : null),
  );
  expect((await agent.run('go')).answer).toBe('done');
  const brief = model.requests.map(
    ({ messages }) => messages.filter(({ content }) => content === 'Be brief.').length,
  );
  expect(brief).toEqual([1, 1]);
});
