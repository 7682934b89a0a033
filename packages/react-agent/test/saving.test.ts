import { createAgent, type RunOptions } from '@mini-agent/react-agent';
import { expect, it } from 'vitest';
import { scriptedModel, scriptedTools } from './scripted.ts';

it.each([
  ['an object', () => ({})],
  // What proxies of other threads and processes hand out is callable.
  ['a function', () => () => undefined],
])('a state that is refused by %s with then is not saved: nothing is done', async (_, make) => {
  const model = scriptedModel([{ calls: [['t', {}]] }, { content: 'done' }]);
  const tools = scriptedTools({ t: { results: ['T'] } });
  const refuse = (_resolve: unknown, reject: (reason: unknown) => void): void => {
    reject(new Error('the disk is full'));
  };
  const onState = (() => Object.assign(make(), { then: refuse })) as RunOptions['onState'] & object;
  const result = await createAgent({ model, tools }).run('go', { onState });
  expect(result).toMatchObject({ outcome: 'error', errorCode: 'state_not_saved' });
  expect(tools.made).toEqual([]);
});
