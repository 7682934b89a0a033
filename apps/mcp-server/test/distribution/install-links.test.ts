import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const docs = fileURLToPath(new URL('../../../../docs', import.meta.url));
const pages = [
  ['install.md', await readFile(join(docs, 'install.md'), 'utf8')],
  ['install.zh-CN.md', await readFile(join(docs, 'install.zh-CN.md'), 'utf8')],
] as const;

const npx = { command: 'npx', args: ['-y', 'mini-agent-mcp'] };
const packageName = 'mini-agent-mcp';

/** Every address of a page, also of schemes that Markdown does not know. */
function linksOf(page: string): readonly string[] {
  return page.match(/(?:https?|cursor|vscode(?:-insiders)?):[^\s)`"]+/g) ?? [];
}

interface Install {
  readonly kind: string;
  readonly name: unknown;
  readonly config: unknown;
}

/** What a client gets from an install link, or nothing for any other link. */
function decode(link: string): Install | undefined {
  const web = /^https:\/\/insiders\.vscode\.dev\/redirect\?url=(.+)$/.exec(link);
  if (web !== null) return decode(decodeURIComponent(web[1] ?? ''));
  const code = /^(vscode(?:-insiders)?):mcp\/install\?(.+)$/.exec(link);
  if (code !== null) {
    const { name, ...config } = JSON.parse(decodeURIComponent(code[2] ?? '')) as {
      name: unknown;
    };
    return { kind: code[1] ?? '', name, config };
  }
  const cursor =
    /^(?:cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install|https:\/\/cursor\.com\/en\/install-mcp)\?(.+)$/.exec(
      link,
    );
  if (cursor === null) return undefined;
  const query = new URLSearchParams(cursor[1]);
  const json = Buffer.from(query.get('config') ?? '', 'base64').toString();
  return { kind: 'cursor', name: query.get('name'), config: JSON.parse(json) as unknown };
}

/** The words of a shell line of the pages; quotes are single ones. */
function words(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

describe.each(pages)('%s', (_, page) => {
  const linesOf = (start: string): readonly string[] =>
    page.split('\n').filter((line) => line.startsWith(start));

  test('every install link starts this package, under one name', () => {
    const installs = linksOf(page).flatMap((link) => decode(link) ?? []);
    expect(installs.map(({ kind }) => kind).sort()).toEqual([
      'cursor',
      'cursor',
      'vscode',
      'vscode',
      'vscode-insiders',
    ]);
    for (const { name, config } of installs)
      expect({ name, config }).toEqual({ name: 'mini-agent', config: npx });
  });

  test('links that GitHub shows lead to a web page, since it drops other schemes', () => {
    const clickable = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    expect(clickable.filter((target) => /^(?!https:)[a-z-]+:/.test(target))).toEqual([]);
  });

  test('every command line starts this package', () => {
    const commands = [...linesOf('claude mcp add'), ...linesOf('codex mcp add')];
    expect(commands).toHaveLength(3);
    for (const line of commands) {
      const all = words(line);
      expect(all[3], line).toBe('mini-agent');
      const [command, ...args] = all.slice(all.indexOf('--') + 1);
      expect({ command, args }, line).toEqual(npx);
    }
    const [gemini = ''] = linesOf('gemini mcp add');
    // Without the separator Gemini CLI takes -y for a flag of its own.
    expect(words(gemini).slice(3)).toEqual([
      '--scope',
      'user',
      'mini-agent',
      'npx',
      '--',
      ...npx.args,
    ]);
    const [code = ''] = linesOf('code --add-mcp');
    expect(JSON.parse(words(code).at(-1) ?? '')).toEqual({ name: 'mini-agent', ...npx });
  });

  test('every configuration is valid and starts this package, on Windows through cmd', () => {
    const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
      ([, text = '']) =>
        JSON.parse(text) as {
          mcpServers: Record<string, { command: string; args: readonly string[] }>;
        },
    );
    const servers = blocks.map(({ mcpServers }) => mcpServers['mini-agent']);
    expect(servers.map((server) => server?.command)).toEqual([
      'npx',
      'cmd',
      '/opt/homebrew/bin/node',
      'docker',
    ]);
    expect(servers[0]).toEqual(npx);
    expect(servers[1]).toEqual({ command: 'cmd', args: ['/c', npx.command, ...npx.args] });
    expect(servers[2]?.args.join()).toMatch(/^\/.*\/mini-agent-mcp\/dist\/cli\.js$/);
    // Without -i a container gets no standard input.
    expect(servers[3]?.args).toEqual(expect.arrayContaining(['--rm', '-i', packageName]));
    const [, toml = ''] = /```toml\n([\s\S]*?)```/.exec(page) ?? [];
    expect(toml).toContain(
      `[mcp_servers.mini-agent]\ncommand = "npx"\nargs = ["-y", "${packageName}"]`,
    );
  });

  test('a server that others can reach is shown with a token and allowed hosts', () => {
    const [run = ''] = /docker run[^`]*--host 0\.0\.0\.0/.exec(page) ?? [];
    expect(run).toMatch(/MINI_AGENT_HTTP_TOKEN=.*MCP_ALLOWED_HOSTS=/s);
    expect(run).toContain('-p 127.0.0.1:');
  });

  test('says what to do on Windows, for desktop programs and for version managers', () => {
    for (const word of ['ENOENT', 'cmd /c npx', 'process.execPath', 'nvm', 'Homebrew', 'WSL']) {
      expect(page).toContain(word);
    }
  });
});

test('both languages have the same commands, configurations, links and clients', () => {
  const [english, chinese] = pages.map(([, page]) => ({
    links: linksOf(page).filter((link) => decode(link) !== undefined),
    blocks: [...page.matchAll(/```(?:json|toml|text)\n[\s\S]*?```/g)].map(([text]) => text),
    clients: [...page.matchAll(/^\| (\w[\w ]*?) +\|/gm)]
      .map(([, client]) => client)
      .filter((client) => client !== 'Client'),
  }));
  expect(english).toEqual(chinese);
  expect(english?.clients).toHaveLength(11);
});
