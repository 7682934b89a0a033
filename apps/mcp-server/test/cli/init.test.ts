import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { clientNames, type ClientName } from '../../src/cli/command-table.ts';
import { clientConfiguration } from '../../src/cli/init/clients.ts';
import { difference } from '../../src/cli/init/difference.ts';
import { initCommand, type InitPorts } from '../../src/cli/init/init-command.ts';
import { parseToml } from '../../src/cli/init/toml-reader.ts';
import { temporaryFolder } from '../stdio-harness.ts';

interface Ended {
  readonly code: number;
  readonly printed: string;
  readonly told: string;
}

async function init(
  home: string,
  client: ClientName,
  change: {
    write?: boolean;
    yes?: boolean;
    answer?: string;
    environment?: InitPorts['environment'];
  } = {},
): Promise<Ended> {
  const { write = false, yes = false, answer, environment = {} } = change;
  let printed = '';
  let told = '';
  const ask = new PassThrough();
  ask.on('data', (part: Buffer) => (told += part.toString()));
  const input = answer === undefined ? undefined : new PassThrough();
  input?.end(answer);
  const code = await initCommand(
    { client, write, yes },
    {
      environment,
      platform: 'linux',
      userHome: home,
      input,
      ask,
      print: (text) => (printed += `${text}\n`),
      tell: (text) => (told += `${text}\n`),
    },
  );
  return { code, printed, told };
}

const pathOf = (home: string, client: ClientName): string =>
  clientConfiguration(client, { platform: 'linux', environment: {}, userHome: home }).path;

const npx = { command: 'npx', args: ['-y', 'mini-agent-mcp'] };
const cmd = { command: 'cmd', args: ['/c', 'npx', '-y', 'mini-agent-mcp'] };

describe('where each client keeps its servers', () => {
  test.each([
    [
      'claude-desktop',
      'darwin',
      '/h/Library/Application Support/Claude/claude_desktop_config.json',
    ],
    ['claude-desktop', 'win32', 'C:\\R\\Claude\\claude_desktop_config.json'],
    ['claude-desktop', 'linux', '/h/.config/Claude/claude_desktop_config.json'],
    ['claude-code', 'darwin', '/h/.claude.json'],
    ['cursor', 'win32', 'C:\\u\\.cursor\\mcp.json'],
    ['vscode', 'darwin', '/h/Library/Application Support/Code/User/mcp.json'],
    ['vscode', 'win32', 'C:\\R\\Code\\User\\mcp.json'],
    ['vscode', 'linux', '/h/.config/Code/User/mcp.json'],
    ['codex', 'linux', '/h/.codex/config.toml'],
    ['gemini', 'linux', '/h/.gemini/settings.json'],
    ['cline', 'linux', '/h/.cline/data/settings/cline_mcp_settings.json'],
    ['zed', 'darwin', '/h/.config/zed/settings.json'],
    ['zed', 'win32', 'C:\\R\\Zed\\settings.json'],
  ] as const)('%s on %s', (client, platform, path) => {
    const isWindows = platform === 'win32';
    const configuration = clientConfiguration(client, {
      platform,
      environment: isWindows ? { APPDATA: 'C:\\R' } : {},
      userHome: isWindows ? 'C:\\u' : '/h',
      exists: () => false,
    });
    expect(configuration.path).toBe(path);
    expect(configuration.entry).toMatchObject(isWindows ? cmd : npx);
  });

  test.each([
    ['codex', { CODEX_HOME: '/c' }, '/c/config.toml'],
    ['claude-code', { CLAUDE_CONFIG_DIR: '/c' }, '/c/.claude.json'],
    ['cline', { CLINE_MCP_SETTINGS_PATH: '/c/x.json' }, '/c/x.json'],
    ['zed', { XDG_CONFIG_HOME: '/c' }, '/c/zed/settings.json'],
    ['vscode', { XDG_CONFIG_HOME: '/c' }, '/c/Code/User/mcp.json'],
    ['codex', { CODEX_HOME: ' ' }, '/h/.codex/config.toml'],
  ] as const)('%s with %j', (client, environment, path) => {
    const machine = {
      platform: 'linux',
      environment,
      userHome: '/h',
      exists: () => false,
    } as const;
    expect(clientConfiguration(client, machine).path).toBe(path);
  });

  test("the file of Cline's older extension counts where it is the only one", () => {
    const older =
      '/h/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';
    const find = (exists: (path: string) => boolean): string =>
      clientConfiguration('cline', { platform: 'linux', environment: {}, userHome: '/h', exists })
        .path;
    expect(find((path) => path === older)).toBe(older);
    expect(find(() => true)).toBe('/h/.cline/data/settings/cline_mcp_settings.json');
  });
});

describe('init without --write', () => {
  test.each(clientNames)(
    '%s: prints the configuration alone, and changes nothing',
    async (client) => {
      const home = temporaryFolder();
      const { code, printed, told } = await init(home, client);
      expect(code).toBe(0);
      expect(told).toContain(pathOf(home, client));
      expect(readdirSync(home)).toEqual([]);
      const { section, entry, format } = clientConfiguration(client, {
        platform: 'linux',
        environment: {},
        userHome: home,
      });
      if (format === 'json') {
        expect(JSON.parse(printed)).toEqual({ [section]: { 'mini-agent': entry } });
      } else {
        expect(parseToml(printed).entries.map(({ path }) => path.join('.'))).toEqual([
          'mcp_servers.mini-agent.command',
          'mcp_servers.mini-agent.args',
        ]);
      }
    },
  );

  test.each([
    ['vscode', 'servers', { type: 'stdio', ...npx }],
    ['claude-code', 'mcpServers', { type: 'stdio', ...npx }],
    ['zed', 'context_servers', npx],
  ] as const)('%s has its own form', async (client, section, entry) => {
    const { printed } = await init(temporaryFolder(), client);
    expect(JSON.parse(printed)).toEqual({ [section]: { 'mini-agent': entry } });
  });

  test('says it in Chinese', async () => {
    const { told } = await init(temporaryFolder(), 'cursor', {
      environment: { LANG: 'zh_CN.UTF-8' },
    });
    expect(told).toMatch(/^Cursor 从 .*mcp\.json 读取服务配置：\n/);
  });
});

describe('init --write', () => {
  test.each(clientNames)('%s: makes the file, and a second time finds it', async (client) => {
    const home = temporaryFolder();
    const first = await init(home, client, { write: true, yes: true });
    expect([first.code, first.printed]).toEqual([0, '']);
    const path = pathOf(home, client);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('mini-agent-mcp');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const second = await init(home, client, { write: true, yes: true });
    expect(second).toMatchObject({ code: 0, told: `${path} has it already.\n` });
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  function existing(text: string, client: ClientName = 'cursor'): { home: string; path: string } {
    const home = temporaryFolder();
    const path = pathOf(home, client);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return { home, path };
  }

  const other =
    '{\n  "mcpServers": {\n    "other": { "env": { "API_KEY": "abcdef123456" } }\n  }\n}\n';

  test('shows the difference without keys, asks, keeps a backup and the mode', async () => {
    const { home, path } = existing(other);
    chmodSync(path, 0o640);
    const { code, told } = await init(home, 'cursor', { write: true, answer: 'y\n' });
    expect(code).toBe(0);
    expect(told).toMatch(/\n\+ {5}"mini-agent": \{\n\+ {7}"command": "npx",\n/);
    expect(told).toMatch(/Write it\? \[y\/N\] /);
    expect(told).not.toContain('abcdef123456');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readFileSync(path, 'utf8')).toContain('abcdef123456');
    const backup = /Backup: (.*)\n/.exec(told)?.[1] ?? '';
    expect(readFileSync(backup, 'utf8')).toBe(other);
    expect(readdirSync(dirname(path))).toHaveLength(2);
  });

  test.each([
    ['n\n', 1],
    ['\n', 1],
    ['', 1],
    [undefined, 2],
  ])('the answer %j leaves everything as it was', async (answer, expected) => {
    const { home, path } = existing(other);
    const { code, told } = await init(home, 'cursor', {
      write: true,
      ...(answer === undefined ? {} : { answer }),
    });
    expect(code).toBe(expected);
    expect(told).toMatch(/Nothing was written/);
    expect(readFileSync(path, 'utf8')).toBe(other);
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  test.each([
    ['{"mcpServers": {', /line 1 is not valid/],
    ['{"mcpServers": []}', /cannot be merged without loss/],
    ['\uFEFF{"a": ', /not valid/],
  ])('%j is refused with the snippet, and left as it is', async (text, reason) => {
    const { home, path } = existing(text);
    const { code, printed, told } = await init(home, 'cursor', { write: true, yes: true });
    expect(code).toBe(1);
    expect(told).toMatch(reason);
    expect(JSON.parse(printed)).toEqual({ mcpServers: { 'mini-agent': npx } });
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  test('other encodings and folders are refused', async () => {
    const { home, path } = existing('');
    writeFileSync(path, Buffer.from('{"a": "é"}', 'latin1'));
    expect((await init(home, 'cursor', { write: true, yes: true })).told).toMatch(
      /not written in UTF-8/,
    );
    const folder = temporaryFolder();
    mkdirSync(pathOf(folder, 'cursor'), { recursive: true });
    expect((await init(folder, 'cursor', { write: true, yes: true })).told).toMatch(
      /it is no file/,
    );
  });
});

test('a difference shows what goes and comes, with two lines around', () => {
  expect(difference('a\nb\nc\nd\n', 'a\nb\nc\nx\nd\n')).toEqual(['  b', '  c', '+ x', '  d']);
  expect(difference('a\nb\n', 'a\nB\n')).toEqual(['  a', '- b', '+ B']);
  expect(difference('a', 'a')).toEqual([]);
  expect(difference('', 'a\n')).toEqual(['+ a']);
});
