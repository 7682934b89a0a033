import { describe, expect, test } from 'vitest';
import { createAncestry, type ProcessFacts } from '../src/server/ancestry.ts';

type Table = Record<number, ProcessFacts>;

const server = 50;

function ancestryIn(
  table: Table,
  options: { readonly platform?: NodeJS.Platform } = {},
): { readonly hasChanged: () => boolean } {
  return createAncestry({
    platform: options.platform ?? 'linux',
    parentId: () => table[server]?.parent ?? 1,
    facts: (id) => table[id],
    exists: (id) => table[id] !== undefined,
  });
}

const process = (parent: number, ...commandLine: readonly string[]): ProcessFacts => ({
  parent,
  commandLine,
});

describe('who started this process', () => {
  test.each([
    ['sh', '-c', 'mini-agent-mcp; exit $?'],
    ['/bin/bash', '-lc', 'mini-agent-mcp'],
    ['npm exec mini-agent-mcp'],
    ['node', '/usr/lib/node_modules/npm/bin/npx-cli.js', '-y', 'mini-agent-mcp'],
    ['/usr/bin/node', '/opt/pnpm/bin/pnpm.cjs', 'dlx', 'mini-agent-mcp'],
  ])('the death of the client above a wrapper (%s) is noticed', (...wrapper) => {
    const table: Table = {
      [server]: process(40, 'node', 'cli.js'),
      40: process(30, ...wrapper),
      30: process(20, 'the-client'),
    };
    const ancestry = ancestryIn(table);
    expect(ancestry.hasChanged()).toBe(false);
    table[40] = process(1, ...wrapper);
    expect(ancestry.hasChanged()).toBe(true);
  });

  test('so is the death of one of several wrappers, and of the last one', () => {
    for (const orphan of [40, 30, server]) {
      const table: Table = {
        [server]: process(40, 'node', 'cli.js'),
        40: process(30, 'sh', '-c', 'mini-agent-mcp'),
        30: process(20, 'npm exec mini-agent-mcp'),
        20: process(10, 'the-client'),
      };
      const ancestry = ancestryIn(table);
      expect(ancestry.hasChanged()).toBe(false);
      table[orphan] = process(1, ...(table[orphan]?.commandLine ?? []));
      expect(ancestry.hasChanged(), String(orphan)).toBe(true);
    }
  });

  test.each([
    [['the-client', '--mcp']],
    [['/bin/sh', './start-everything.sh']],
    [['node', '/opt/client/index.js']],
    [['bash']],
  ])('what lies above the client %j is no concern', (client) => {
    const table: Table = {
      [server]: process(40, 'node', 'cli.js'),
      40: process(30, ...client),
      30: process(20, 'a-terminal'),
    };
    const ancestry = ancestryIn(table);
    table[40] = process(1, ...client);
    expect(ancestry.hasChanged()).toBe(false);
  });

  test('a process without a visible parent, as in a container, is fine', () => {
    const ancestry = ancestryIn({ [server]: process(0, 'node', 'cli.js') });
    expect(ancestry.hasChanged()).toBe(false);
  });

  test('where a process keeps the id of its parent, the parent is looked for', () => {
    const table: Table = { [server]: process(40), 40: process(30, 'client.exe') };
    const ancestry = ancestryIn(table, { platform: 'win32' });
    expect(ancestry.hasChanged()).toBe(false);
    Reflect.deleteProperty(table, 40);
    expect(ancestry.hasChanged()).toBe(true);
  });
});
