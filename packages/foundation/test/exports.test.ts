import { expect, test } from 'vitest';

test.each([
  ['tool', []],
  ['chat', []],
  ['search', []],
  ['errors', ['MiniAgentError']],
  ['secret', ['redactSecrets', 'secret']],
  ['time', ['abortReason', 'abortable', 'startDeadline', 'systemClock']],
  ['language', ['detectLanguage']],
  [
    'journal',
    [
      'JournalError',
      'appendRecord',
      'createJournal',
      'readRecords',
      'withExclusiveName',
      'writeFileAtomic',
    ],
  ],
])('@mini-agent/foundation/%s exports exactly its contract', async (entry, names) => {
  const module = (await import(`../src/${entry}.ts`)) as object;
  expect(Object.keys(module).sort()).toEqual(names);
});
