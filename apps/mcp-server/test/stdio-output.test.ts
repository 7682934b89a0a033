import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cliCommand, rawServer, toolServerCommand } from './stdio-harness.ts';
import { eras, lines, openPeer, peerOf, structured } from './stdio-peer.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe.each(eras)('stdout of a server for a %s client', { timeout: 40_000 }, (era) => {
  test('carries the protocol alone, whatever a library, a thread or a child prints', async () => {
    const { server, call, answer } = await openPeer(era, toolServerCommand());
    server.write(lines(call('p', 'print', 't'), call('c', 'child stdin')));
    expect(structured(await answer('p'))).toMatchObject({ answer: 'printed' });
    expect(structured(await answer('c'))).toMatchObject({ answer: 'read 0' });
    for (const text of ['imported its console', 'by a library', 'to stdout', 'as bytes']) {
      await server.waitForStderr(new RegExp(text));
    }
    await server.waitForStderr(/printed by a thread\n(?:.*\n)*.*written by a thread/);
    expect(server.strayLines()).toEqual([]);
  });

  test('a fault that nobody catches is logged, answers the open calls and ends with 1', async () => {
    const { server, call, begun, answersTo } = await openPeer(era, toolServerCommand());
    server.write(lines(call('m', 'model sleep 60000', 't')));
    await begun('t');
    server.write(lines(call('x', 'model crash later')));
    expect((await server.waitForExit()).code).toBe(1);
    expect(server.stderr()).toMatch(/Internal error.*thrown where nobody catches/);
    expect(server.stderr()).not.toMatch(/\n\s+at /);
    expect(answersTo('m').map(structured)).toMatchObject([{ status: 'cancelled' }]);
  });

  test('the real command line answers with settings that are wrong, and says so on stderr', async () => {
    const settings = { AGENT_MAX_TURNS: 'many', LLM_API_KEY: 'k', LLM_MODE_ORDER: 'nonsense' };
    const server = await rawServer(cliCommand([], settings));
    const peer = peerOf(server, era);
    server.write(lines(peer.list(0), peer.call(1, 'calculate 6*7')));
    expect(structured(await peer.answer(1, 20_000))).toMatchObject({
      answer: expect.stringMatching(/42$/) as string,
    });
    expect(server.stderr()).toMatch(/AGENT_MAX_TURNS/);
    expect(server.strayLines()).toEqual([]);
  });
});

/** Where printing is the job. */
const mayPrint = ['apps/mcp-server/src/cli.ts', 'apps/mcp-server/src/cli/'];
/** Where others are kept from it. */
const mayReplaceConsole = 'apps/mcp-server/src/server/';
/** What is only here for tests. */
const notShipped = 'packages/testkit/';

const printing: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['console', /(?<![\w.'"/-])console\s*[.[]/],
  ['another console', /(?:globalThis|global)\.console|['"](?:node:)?console['"]/],
  ['stdout', /\bprocess\s*\.\s*stdout\b|['"](?:node:)?process['"]|\/dev\/stdout/],
  ['a write to descriptor 1', /\bwrite(?:v|Sync|FileSync)?\(\s*1\s*,/],
  ['a child that inherits streams', /\binherit['"]|['"](?:node:)?child_process['"]/],
];

describe('sources', () => {
  const files = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((name) => sourcesIn(join(root, group, name, 'src'))),
  );

  test('that ship print nothing outside of the terminal commands, and start no process', () => {
    const found = files.flatMap((path) => {
      const name = relative(root, path).split(sep).join('/');
      if (name.startsWith(notShipped) || mayPrint.some((start) => name.startsWith(start)))
        return [];
      const code = withoutComments(readFileSync(path, 'utf8'));
      return printing
        .filter(([what]) => !name.startsWith(mayReplaceConsole) || what !== 'another console')
        .filter(([, pattern]) => pattern.test(code))
        .map(([what]) => `${name}: ${what}`);
    });
    expect(files.length).toBeGreaterThan(200);
    expect(found).toEqual([]);
  });

  test.each([
    'console.log(1)',
    'console [method](1)',
    'globalThis.console.error(1)',
    "import { log } from 'node:console'",
    'process.stdout.write("x")',
    "import { stdout } from 'node:process'",
    "writeSync(1, 'x')",
    "appendFileSync('/dev/stdout', 'x')",
    "spawn(program, [], { stdio: 'inherit' })",
  ])('%s would be found', (code) => {
    expect(printing.some(([, pattern]) => pattern.test(withoutComments(code)))).toBe(true);
  });
});

function sourcesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
