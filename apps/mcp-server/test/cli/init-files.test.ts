import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { clientNames, type ClientName } from '../../src/cli/command-table.ts';
import { clientConfiguration } from '../../src/cli/init/clients.ts';
import { readConfigFile, replaceConfigFile } from '../../src/cli/init/config-file.ts';
import { initCommand } from '../../src/cli/init/init-command.ts';
import { temporaryFolder } from '../stdio-harness.ts';

interface Ended {
  readonly code: number;
  readonly printed: string;
  readonly told: string;
}

async function write(home: string, client: ClientName, language = 'en_US'): Promise<Ended> {
  let printed = '';
  let told = '';
  const code = await initCommand(
    { client, write: true, yes: true },
    {
      environment: { LANG: language },
      platform: 'linux',
      userHome: home,
      input: undefined,
      ask: new PassThrough(),
      print: (text) => (printed += `${text}\n`),
      tell: (text) => (told += `${text}\n`),
    },
  );
  return { code, printed, told };
}

function place(client: ClientName): { readonly home: string; readonly path: string } {
  const home = temporaryFolder();
  const machine = { platform: 'linux', environment: {}, userHome: home } as const;
  const { path } = clientConfiguration(client, machine);
  mkdirSync(dirname(path), { recursive: true });
  return { home, path };
}

function existing(client: ClientName, text = ''): { readonly home: string; readonly path: string } {
  const made = place(client);
  writeFileSync(made.path, text);
  return made;
}

const isRoot = process.getuid?.() === 0;

describe('a read-only file', () => {
  test.each(clientNames)('%s: stays as its owner wants it', async (client) => {
    const { home, path } = existing(client);
    const backup = `${path}.20260101T000000Z-aaaa.bak`;
    writeFileSync(backup, 'older');
    chmodSync(path, 0o444);
    const { code, printed, told } = await write(home, client);
    expect(code).toBe(1);
    expect(told).toMatch(/^Nothing was written\. .*: it is read-only\. Make it writable/);
    expect(told).not.toContain('will be changed');
    expect(printed).toContain('mini-agent-mcp');
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['', 0o444]);
    expect(readFileSync(backup, 'utf8')).toBe('older');
    expect(readdirSync(dirname(path))).toHaveLength(2);
  });

  test('is told in Chinese', async () => {
    const { home, path } = existing('cursor');
    chmodSync(path, 0o400);
    expect((await write(home, 'cursor', 'zh_CN')).told).toMatch(/^未写入。.*它是只读文件。/);
  });

  test('behind a link stays as well', async () => {
    const { home, path } = place('zed');
    const real = join(home, 'managed.json');
    writeFileSync(real, '{}', { mode: 0o444 });
    symlinkSync(real, path);
    expect((await write(home, 'zed')).code).toBe(1);
    expect(readFileSync(real, 'utf8')).toBe('{}');
    expect(readlinkSync(path)).toBe(real);
  });

  test('that has the entry already needs no change', async () => {
    const { home, path } = place('cursor');
    await write(home, 'cursor');
    chmodSync(path, 0o444);
    expect(await write(home, 'cursor')).toMatchObject({
      code: 0,
      told: `${path} has it already.\n`,
    });
  });

  test('that became so since it was read is not written over', async () => {
    const { path } = existing('cursor', '{}');
    const read = await readConfigFile(path);
    chmodSync(path, 0o444);
    await expect(replaceConfigFile(path, read, '{"mine": 1}')).rejects.toThrow(/read-only/);
    expect(readFileSync(path, 'utf8')).toBe('{}');
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });
});

describe('a file that changes', () => {
  test('between reading and writing is not written over, and no copy stays', async () => {
    const { path } = existing('cursor', '{}');
    const read = await readConfigFile(path);
    writeFileSync(path, '{"new": 1}');
    await expect(replaceConfigFile(path, read, '{"mine": 1}')).rejects.toThrow(/changed meanwhile/);
    expect(readFileSync(path, 'utf8')).toBe('{"new": 1}');
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  test('that is made meanwhile is not written over', async () => {
    const { path } = place('cursor');
    const read = await readConfigFile(path);
    writeFileSync(path, '{"new": 1}');
    await expect(replaceConfigFile(path, read, '{"mine": 1}')).rejects.toThrow(/changed meanwhile/);
    expect(readFileSync(path, 'utf8')).toBe('{"new": 1}');
  });
});

describe('links', () => {
  test('a link stays a link; what it points to is changed, its backup beside it', async () => {
    const { home, path } = place('cursor');
    const real = join(home, 'dotfiles', 'cursor.json');
    mkdirSync(dirname(real));
    writeFileSync(real, '{}');
    symlinkSync(real, path);
    expect((await write(home, 'cursor')).code).toBe(0);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('mini-agent-mcp');
    expect(readdirSync(dirname(real))).toHaveLength(2);
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  test('the file that a link points to is made where it is missing', async () => {
    const { home, path } = place('vscode');
    const real = join(home, 'dotfiles', 'mcp.json');
    symlinkSync(real, path);
    expect((await write(home, 'vscode')).code).toBe(0);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('mini-agent-mcp');
  });

  test('a link loop is told as one', async () => {
    const { home, path } = place('codex');
    symlinkSync(path, path);
    const { code, told } = await write(home, 'codex');
    expect(code).toBe(1);
    expect(told).toMatch(/it is a link that leads back to itself\. Remove the link/);
    expect((await write(home, 'codex', 'zh_CN')).told).toMatch(/是循环链接。/);
  });
});

describe('whose a file is', () => {
  test.each([0o600, 0o640, 0o664, 0o200 | 0o444])(
    'the mode %o stays, also that of the copy',
    async (mode) => {
      const { home, path } = existing('gemini', '{}');
      chmodSync(path, mode);
      expect((await write(home, 'gemini')).code).toBe(0);
      const modes = readdirSync(dirname(path)).map(
        (name) => statSync(join(dirname(path), name)).mode & 0o777,
      );
      expect(modes).toEqual([mode, mode]);
    },
  );

  test.runIf(isRoot)('the owner stays where the system allows it', async () => {
    const { home, path } = existing('gemini', '{}');
    chownSync(path, 1234, 4321);
    expect((await write(home, 'gemini')).code).toBe(0);
    for (const name of readdirSync(dirname(path))) {
      const { uid, gid } = statSync(join(dirname(path), name));
      expect([uid, gid]).toEqual([1234, 4321]);
    }
  });

  test.skipIf(isRoot)('without permission, the reason is told', async () => {
    const { home, path } = existing('cursor', '{}');
    chmodSync(path, 0);
    expect((await write(home, 'cursor')).code).toBe(1);
    chmodSync(path, 0o600);
    chmodSync(dirname(path), 0o500);
    expect((await write(home, 'cursor')).told).toMatch(/may not be written by this user/);
    expect(existsSync(path)).toBe(true);
  });
});

describe('how a file is written', () => {
  const commented = [
    '// settings of mine',
    '{',
    '\t/* a block */',
    '\t"theme": "dark", // at the end of a line',
    '\t"list": [1, 2,],',
    '}',
    '',
  ];

  test.each([
    { client: 'vscode', newline: '\n', mark: '' },
    { client: 'vscode', newline: '\r\n', mark: '' },
    { client: 'zed', newline: '\r\n', mark: '\uFEFF' },
    { client: 'cursor', newline: '\n', mark: '\uFEFF' },
  ] as const)('%j: comments, indents and line ends stay', async ({ client, newline, mark }) => {
    const text = mark + commented.join(newline);
    const { home, path } = existing(client, text);
    expect((await write(home, client)).code).toBe(0);
    const now = readFileSync(path, 'utf8');
    const lines = now.split(newline);
    // Every old line is there, in its order, and only lines of the entry came.
    expect(lines.filter((line) => text.split(newline).includes(line))).toEqual(text.split(newline));
    expect(now.replaceAll(newline, '')).not.toMatch(/[\r\n]/);
    expect(now.startsWith(mark)).toBe(true);
    expect(now).toContain('\t\t"mini-agent": {');
  });

  test('codex: a TOML file with CRLF and comments', async () => {
    const text = '# mine\r\nmodel = "x" # why\r\n\r\n[mcp_servers.other]\r\ncommand = "y"\r\n';
    const { home, path } = existing('codex', text);
    expect((await write(home, 'codex')).code).toBe(0);
    const now = readFileSync(path, 'utf8');
    expect(now.startsWith(text)).toBe(true);
    expect(now.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});
