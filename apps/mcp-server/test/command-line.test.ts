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
    [['run', '--help'], { kind: 'help', topic: 'run' }],
    [['run', '--bogus=1 is what?'], { ...run, task: '--bogus=1 is what?' }],
    [['doctor'], { kind: 'doctor', json: false }],
    [['doctor', '--json'], { kind: 'doctor', json: true }],
    [['doctor', '-h'], { kind: 'help', topic: 'doctor' }],
    [['init', 'zed'], { kind: 'init', client: 'zed', write: false, yes: false }],
    [
      ['init', '--write', 'Codex', '--yes'],
      { kind: 'init', client: 'codex', write: true, yes: true },
    ],
    [['init', '--help'], { kind: 'help', topic: 'init' }],
    [['init', '-V'], { kind: 'version' }],
    [['completion', 'bash'], { kind: 'completion', shell: 'bash' }],
    [['completion', '--help', '--bogus'], { kind: 'help', topic: 'completion' }],
    [['--http'], { kind: 'serve_http', port: 8080, host: '127.0.0.1' }],
    [['--sse'], { kind: 'serve_http', port: 8080, host: '127.0.0.1' }],
    [['--http', '--port', '0'], { kind: 'serve_http', port: 0, host: '127.0.0.1' }],
    [['--port=65535', '--sse', '--host=[::1]'], { kind: 'serve_http', port: 65535, host: '::1' }],
    [
      ['--host', 'mcp.example.com', '--http'],
      { kind: 'serve_http', port: 8080, host: 'mcp.example.com' },
    ],
    [['--http', '--help'], { kind: 'help' }],
  ])('%j', (given, command) => {
    expect(parseCommandLine(given)).toEqual(command);
  });
});

describe('D-037 and other wrong usage', () => {
  test.each([
    [['--bogus'], /Unknown flag "--bogus"\. See --help/],
    [['--hlep'], /Did you mean --help\?/],
    [['help'], /Unknown command "help"\. Did you mean --help\?/],
    [['version'], /Did you mean --version\?/],
    [
      ['help', 'me', 'with', 'this'],
      /To run a task, write: mini-agent-mcp run "help me with this"/,
    ],
    [[''], /See --help/],
    [['-'], /To run a task, write: mini-agent-mcp run -$/],
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
    [['ask', 'x', '--mcp', 'y'], /ask is not part of this version/],
    [['memory'], /memory is not part of this version/],
    [['doctr'], /Did you mean doctor\?/],
    [['doctor', 'me'], /doctor takes no arguments/],
    [['doctor', '--jsno'], /Did you mean --json\?/],
    [['doctor', '--write'], /Unknown flag "--write"/],
    [['init'], /init needs a client: claude-desktop, claude-code, cursor, .*zed/],
    [['init', 'coursor'], /Unknown client "coursor"\. Did you mean cursor\?/],
    [['init', 'emacs'], /Unknown client "emacs"\. Known are: claude-desktop/],
    [['init', 'zed', 'cursor'], /one client, but "cursor" follows/],
    [['init', 'zed', '--yes'], /--yes belongs to --write/],
    [['init', 'zed', '--writ'], /Did you mean --write\?/],
    [['completion', 'csh'], /Unknown shell "csh"/],
    [['completion'], /needs a shell: bash, zsh, fish, powershell/],
    [['--port', '80'], /--port belongs to --http/],
    [['--http', '--port'], /--port needs the number/],
    [['--http', '--port', '--host'], /--port needs the number/],
    [['--http', '--port', '65536'], /--port is "65536", but it must be a number from 0 to 65535/],
    [['--http', '--port', '-1'], /number from 0 to 65535/],
    [['--http', '--port', '80a'], /number from 0 to 65535/],
    [['--http', '--host', 'http://a'], /--host is "http:\/\/a"/],
    [['--http', '--host='], /--host needs the address/],
    [['--http', 'x'], /"x" is not understood here/],
    [['--http', 'run', 'x'], /run must come first/],
    [['--htpt'], /Did you mean --http\?/],
    [['--http=1'], /--http takes no value/],
    [['--test', '--http'], /--test stands alone/],
  ])('%j', (given, pattern) => {
    expect(parseCommandLine(given)).toMatchObject({
      kind: 'usage_error',
      message: expect.stringMatching(pattern) as string,
    });
  });
});
