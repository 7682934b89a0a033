import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../src/cli/command-line.ts';

const run = {
  kind: 'run',
  task: undefined,
  readsInput: false,
  json: false,
  rule: false,
  resume: undefined,
};

describe('commands', () => {
  test.each([
    [[], { kind: 'serve' }],
    [['--help'], { kind: 'help' }],
    [['-h'], { kind: 'help' }],
    [['--version'], { kind: 'version' }],
    [['-v'], { kind: 'version' }],
    [['--test'], { kind: 'self_test' }],
    [['run', 'do it'], { ...run, task: 'do it' }],
    [['run', 'Convert', '100', 'cm'], { ...run, task: 'Convert 100 cm' }],
    [['run', '--json', 'x', '--rule'], { ...run, task: 'x', json: true, rule: true }],
    [['run', '-'], { ...run, readsInput: true }],
    [['run', '-5 + 3'], { ...run, task: '-5 + 3' }],
    [['run', '-5'], { ...run, task: '-5' }],
    [['run', '--', '--json'], { ...run, task: '--json' }],
    [['run', '--resume', 'run_abc'], { ...run, resume: 'run_abc' }],
    [['run', '--resume=run_abc', 'go on'], { ...run, task: 'go on', resume: 'run_abc' }],
    [['run', '--help'], { kind: 'help' }],
  ])('%j', (given, command) => {
    expect(parseCommandLine(given)).toEqual(command);
  });
});

describe('D-037 and other wrong usage', () => {
  test.each([
    [['--bogus'], /Unknown flag "--bogus"\. See --help/],
    [['--hlep'], /Did you mean --help\?/],
    [['--verison'], /Did you mean --version\?/],
    [['--test', 'x'], /--test stands alone/],
    [['run'], /needs a task/],
    [['run', '  '], /needs a task/],
    [['run', '--jsn', 'x'], /Did you mean --json\?/],
    [['run', '--json=1', 'x'], /takes no value/],
    [['run', '--resume'], /needs the run_id/],
    [['run', '--resume', '--json'], /needs the run_id/],
    [['calculate 1+1'], /run "calculate 1\+1"/],
    [['calculate', '1+1'], /run "calculate 1\+1"/],
    [['rnu', 'x'], /Did you mean run\?/],
    [['doctor'], /not part of this version/],
  ])('%j', (given, pattern) => {
    expect(parseCommandLine(given)).toMatchObject({
      kind: 'usage_error',
      message: expect.stringMatching(pattern) as string,
    });
  });
});
