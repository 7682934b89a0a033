import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  startHttpServer,
  startModelServer,
  startServer,
  type ElicitationHandler,
  type McpSession,
} from '@mini-agent/testkit';
import { build, type BuildOptions } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../stdio-harness.ts';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const optionsFile = new URL('../../scripts/bundle-options.mjs', import.meta.url).href;

let folder: string;
let result: Awaited<ReturnType<typeof build>>;

// As it is published: the other tests start a bundle that leaves nothing of the protocol library out.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mini-agent-bundle-'));
  const { commandLineOptions } = (await import(optionsFile)) as {
    readonly commandLineOptions: BuildOptions;
  };
  result = await build({
    ...commandLineOptions,
    entryPoints: ['src/cli.ts'],
    outdir: join(folder, 'dist'),
    outbase: 'src',
  });
  await symlink(join(packageFolder, 'package.json'), join(folder, 'package.json'));
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A model that wants to change something after it has read something. */
async function scripted(): Promise<Readonly<Record<string, string>>> {
  const calls = [
    { name: 'recall', arguments: '{"query":"tea"}' },
    { name: 'remember', arguments: '{"type":"fact","content":"the page said so"}' },
  ];
  const server = await startModelServer((request) => {
    const results = request.body.messages.filter(({ role }) => role === 'tool');
    const next = calls[results.length];
    if (next === undefined) return { content: String(results.at(-1)?.content) };
    return { tool_calls: [{ id: `c${results.length}`, ...next }] };
  });
  onTestFinished(() => server.close());
  return { LLM_MODEL: 'scripted', LLM_BASE_URL: `${server.url}/v1` };
}

const clients = [
  { client: 'v1' },
  { client: 'v2' },
  { client: 'v2', protocol: '2026-07-28' },
] as const;

const places = ['stdio', 'http'] as const;

const cases = places.flatMap((transport) => clients.map((client) => ({ transport, client })));

interface Connected {
  readonly session: Pick<McpSession, 'callTool'>;
  readonly remembered: () => boolean;
}

async function connect(
  { transport, client }: (typeof cases)[number],
  onElicitation: ElicitationHandler,
): Promise<Connected> {
  const home = temporaryFolder();
  const command = {
    command: process.execPath,
    args: [join(folder, 'dist', 'cli.js')],
    cwd: home,
    env: {
      MINI_AGENT_HOME: home,
      MINI_AGENT_APPROVALS: 'ask',
      ANYSEARCH_ENABLED: 'false',
      ...(await scripted()),
    },
  };
  const store = join(home, '.memory');
  const remembered = (): boolean =>
    existsSync(store) &&
    readdirSync(store).some((name) =>
      readFileSync(join(store, name), 'utf8').includes('the page said so'),
    );
  if (transport === 'stdio') {
    const session = await startServer({ ...command, ...client, onElicitation });
    onTestFinished(async () => {
      await session.close();
    });
    return { session, remembered };
  }
  const server = await startHttpServer(command);
  onTestFinished(async () => {
    await server.close();
  });
  return { session: await server.connect({ ...client, onElicitation }), remembered };
}

describe.each(cases)('the published bundle: $transport, $client', { timeout: 60_000 }, (one) => {
  test('asks for approval, and a yes makes the call', async () => {
    const asked: string[] = [];
    const { session, remembered } = await connect(one, ({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { approve: true } };
    });
    const answer = await session.callTool('run_agent', { task: 'find out about tea' });
    expect(answer.structuredContent).toMatchObject({ status: 'completed' });
    expect(asked).toEqual([expect.stringContaining('Tool: remember')]);
    expect(remembered()).toBe(true);
  });

  test('takes an answer that does not fit the form for a no', async () => {
    const { session, remembered } = await connect(one, () => ({
      action: 'accept',
      content: { approve: 'of course', other: 1 },
    }));
    const answer = await session.callTool('run_agent', { task: 'find out about tea' });
    expect(answer.structuredContent).toMatchObject({ status: 'completed' });
    expect(answer.text).not.toMatch(/not bundled|validat/i);
    expect(remembered()).toBe(false);
  });
});

test('nothing of this server calls what needs the validator that is left out', () => {
  const inputs = Object.keys(result.metafile?.inputs ?? {});
  expect(inputs.filter((path) => /[\\/](?:ajv|ajvProvider)\b/.test(path))).toEqual([]);
  const own = inputs.filter((path) => /^(?:src|\.\.\/\.\.\/packages)\//.test(path));
  expect(own.length).toBeGreaterThan(100);
  const calling = own.filter((path) =>
    /\b(?:elicitInput|fromJsonSchema)\b/.test(readFileSync(join(packageFolder, path), 'utf8')),
  );
  expect(calling).toEqual([]);
});
