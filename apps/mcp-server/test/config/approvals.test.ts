import { describe, expect, test } from 'vitest';
import { readApprovals } from '../../src/config/approvals.ts';
import { createVariables } from '../../src/config/variables.ts';

function read(value: string | undefined): ReturnType<typeof readApprovals> & {
  readonly problems: readonly string[];
} {
  const variables = createVariables({ MINI_AGENT_APPROVALS: value });
  return { ...readApprovals(variables), problems: variables.problems };
}

describe('MINI_AGENT_APPROVALS', () => {
  test.each([
    [undefined, 'ask', ['remember', 'extract_skill']],
    ['', 'ask', ['remember', 'extract_skill']],
    ['  ', 'ask', ['remember', 'extract_skill']],
    ['ask', 'ask', []],
    ['deny', 'deny', []],
    ['allow', 'allow', []],
    ['ASK, remember', 'ask', ['remember']],
    ['remember', 'ask', ['remember']],
    ['remember,deny', 'deny', ['remember']],
    ['ask,remember,github_*', 'ask', ['remember', 'github_*']],
    [' ask ,, github_* , github_* ', 'ask', ['github_*']],
    ['ask，remember、run_workflow', 'ask', ['remember', 'run_workflow']],
    ['deny,my-server.tool/a:b', 'deny', ['my-server.tool/a:b']],
  ])('%j', (value, mode, allow) => {
    expect(read(value)).toEqual({ mode, allow, problems: [] });
  });

  test.each([
    ['ask,re member', 'ask', [], 're member'],
    ['ask,*', 'ask', [], '*'],
    ['ask,*_write', 'ask', [], '*_write'],
    ['deny,git*hub', 'deny', [], 'git*hub'],
    ['off', 'ask', [], 'off'],
    ['yes,remember', 'ask', ['remember'], 'yes'],
    ['deny,工具', 'deny', [], '工具'],
  ] as const)(
    'what cannot be read is named and left out, so that a slip never allows more: %j',
    (...row) => {
      const [value, mode, allow, shown] = row;
      const { problems, ...given } = read(value);
      expect(given).toEqual({ mode, allow });
      expect(problems).toEqual([
        `MINI_AGENT_APPROVALS holds "${shown}", but allowed are ask, deny or allow, and names of tools (or the beginning of one followed by *) that may run unasked, as in ask,remember,github_*; it is ignored.`,
      ]);
    },
  );

  test('of several modes the strictest counts', () => {
    expect(read('allow,deny,remember')).toEqual({
      mode: 'deny',
      allow: ['remember'],
      problems: [
        'MINI_AGENT_APPROVALS holds deny and allow, but only one of them is allowed; deny is used.',
      ],
    });
    expect(read('allow,ask').mode).toBe('ask');
    expect(read('ask,ask').problems).toEqual([]);
  });

  test('a long value, which may be a misplaced key, is not shown whole', () => {
    const key = 'sk live/abcdefghijklmnopqrstuvwxyz!';
    const { problems } = read(`ask,${key}`);
    expect(problems[0]).toContain('"sk live/abcd…"');
    expect(problems.join()).not.toContain('ijkl');
  });
});
