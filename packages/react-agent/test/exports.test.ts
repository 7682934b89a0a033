import * as entry from '@mini-agent/react-agent';
import { expect, it } from 'vitest';

it('exports what the README names', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'AgentError',
    'createAgent',
    'fromOpenAiMessage',
    'toOpenAiMessage',
  ]);
});
