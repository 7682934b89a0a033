import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runNode, type NodeRun } from './run-node.ts';
import {
  emptyHome,
  serverEnvironment,
  startHttpServer,
  type HttpServer,
} from './start-http-server.ts';
import { commandLine } from './test-servers.ts';

const require = createRequire(import.meta.url);

const inspector = join(
  dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);
const loopbackOnly = new URL('../preload/loopback-only.mjs', import.meta.url).href;

/** Exit code of `--strict` for a tool schema that not every client can read. */
const notPortable = 6;

const eras = ['legacy', 'auto', 'modern'] as const;
const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

interface Answer {
  readonly result: {
    readonly _meta?: Readonly<Record<string, unknown>>;
    readonly tools?: readonly { readonly name: string; readonly inputSchema: unknown }[];
    readonly content?: readonly { readonly type: string; readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly isError?: boolean;
  };
}

let home: string;
let server: HttpServer;

beforeAll(async () => {
  home = await emptyHome();
  server = await startHttpServer(commandLine(), ['--http', '--port', '0']);
}, 40_000);

afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
}, 20_000);

/** How the inspector reaches the server: over HTTP the one that runs, over stdio one of its own. */
function target(transport: 'stdio' | 'http'): readonly string[] {
  if (transport === 'http') return ['--transport', 'http', '--server-url', server.url];
  const settings = Object.entries(serverEnvironment(home)).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ]);
  return ['--cwd', home, ...settings, '--', process.execPath, commandLine()];
}

function inspect(args: readonly string[]): Promise<NodeRun> {
  return runNode(['--import', loopbackOnly, inspector, '--cli', '--format', 'json', ...args], {
    cwd: home,
    timeoutMs: 30_000,
    env: { MCP_CATALOG_PATH: join(home, 'inspector.json') },
  });
}

function answerOf({ code, stdout, stderr }: NodeRun): Answer['result'] {
  expect(code, `${stdout}\n${stderr}`).toBe(0);
  return (JSON.parse(stdout) as Answer).result;
}

describe.each(['stdio', 'http'] as const)('the inspector over %s', (transport) => {
  describe.each(eras)('in its %s era', (era) => {
    it('lists one tool whose schema is portable by its strict rules', async () => {
      const run = await inspect([
        ...['--protocol-era', era, '--method', 'tools/list', '--strict'],
        ...target(transport),
      ]);
      expect(run.code, run.stderr).not.toBe(notPortable);
      const { tools = [] } = answerOf(run);
      expect(tools.map(({ name }) => name)).toEqual(['run_agent']);
      expect(tools[0]?.inputSchema).toMatchObject({
        type: 'object',
        properties: { task: { type: 'string' } },
      });
      expect(run.stderr).not.toContain('Refused to connect');
    }, 40_000);

    it('gets the answer to a task without a model', async () => {
      const given = JSON.stringify({ task: 'What is 12.5 * 8?', mode: 'rule' });
      const result = answerOf(
        await inspect([
          ...['--protocol-era', era, '--method', 'tools/call', '--tool-name', 'run_agent'],
          ...['--tool-args-json', given, ...target(transport)],
        ]),
      );
      expect(result.isError ?? false).toBe(false);
      expect(result.structuredContent).toMatchObject({ status: 'completed', mode: 'rule' });
      expect(result.structuredContent?.['answer']).toContain('100');
      expect(result.content?.[0]?.text).toContain('100');
      // Only the newer protocol names the server in each result, so this tells which of the two was spoken.
      expect(result._meta?.[serverInfoKey] !== undefined).toBe(era !== 'legacy');
    }, 40_000);
  });
});
