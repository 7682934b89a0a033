import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startRawServer, startRegistry, type Registry } from '@mini-agent/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

const runFile = promisify(execFile);
const root = fileURLToPath(new URL('../../../..', import.meta.url));
/** What it promises is 5 s on a quiet machine; the bench measures that. */
const patienceMs = 50_000;

const libraries = [
  'foundation',
  'core-tools',
  'tool-manager',
  'llm-router',
  'react-agent',
  'workflow',
  'persistence',
  'anysearch-client',
];

let registry: Registry;
let tarballs: string;

beforeAll(async () => {
  tarballs = await mkdtemp(join(tmpdir(), 'mini-agent-npx-'));
  const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  const filters = [
    ...libraries.map((name) => `--filter=@mini-agent/${name}`),
    '--filter=mini-agent-mcp',
  ];
  const pack = ['-r', ...filters, 'pack', '--pack-destination', tarballs];
  await runFile('npx', ['--yes', '--offline', packageManager, ...pack], { cwd: root });
  registry = await startRegistry({
    packages: (await readdir(tarballs)).map((name) => join(tarballs, name)),
    dependenciesFrom: [join(root, 'packages', 'core-tools')],
  });
}, 120_000);

afterAll(async () => {
  await registry.close();
  await rm(tarballs, { recursive: true, force: true });
});

describe('npx -y mini-agent-mcp', () => {
  test('mcp-042: with an empty cache answers the handshake and a call, from the registry alone', async () => {
    const home = await mkdtemp(join(tmpdir(), 'mini-agent-npx-home-'));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    await writeFile(join(home, '.env'), '');
    const started = performance.now();
    const server = await startRawServer({
      command: 'npx',
      args: ['-y', 'mini-agent-mcp'],
      cwd: home,
      startTimeoutMs: patienceMs,
      env: {
        HOME: home,
        MINI_AGENT_HOME: home,
        ANYSEARCH_ENABLED: 'false',
        npm_config_registry: registry.url,
        npm_config_cache: join(home, 'cache'),
        npm_config_userconfig: join(home, 'npmrc'),
        npm_config_update_notifier: 'false',
      },
    });
    onTestFinished(async () => {
      await server.close();
    });
    const { result } = await server.initialize();
    const elapsed = performance.now() - started;
    expect(result).toMatchObject({ serverInfo: { name: 'mini-agent' } });
    expect(elapsed).toBeLessThan(patienceMs);
    const answer = await server.request('tools/call', {
      name: 'run_agent',
      arguments: { task: 'calculate 6*7', mode: 'rule' },
    });
    expect(answer.result).toMatchObject({ structuredContent: { status: 'completed' } });
    // What npm prints while it installs must not reach the protocol.
    expect(server.strayLines()).toEqual([]);
    // The optional peers are not installed, and nobody misses them.
    const optional = /^(?:openai|@modelcontextprotocol\/sdk|@opentelemetry\/api)$/;
    expect(registry.missing.filter((name) => !optional.test(name))).toEqual([]);
    server.endInput();
    expect(await server.waitForExit(10_000)).toMatchObject({ code: 0 });
  }, 90_000);

  test('what is downloaded is built code, types and sources, without tests, and small', async () => {
    const [tarball = ''] = (await readdir(tarballs)).filter((name) =>
      name.startsWith('mini-agent-mcp-'),
    );
    const path = join(tarballs, tarball);
    const { stdout } = await runFile('tar', ['-tzf', path]);
    const files = stdout
      .trim()
      .split('\n')
      .map((file) => file.replace(/^package\//, ''));
    const unexpected = files.filter(
      (file) => !/^(?:dist|src)\/|^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(file),
    );
    expect(unexpected).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['dist/cli.js', 'package.json', 'README.md']));
    expect(files.filter((file) => /\.mcpb$|\.test\.|\.env/.test(file))).toEqual([]);
    const { stdout: listing } = await runFile('tar', ['-tvzf', path]);
    const entries = listing.split('\n').map((line) => line.trim().split(/\s+/));
    // Executable, as npm links it.
    expect(entries.find((entry) => entry.at(-1) === 'package/dist/cli.js')?.[0]).toBe('-rwxr-xr-x');
    // Chunks are left out: a working copy also has those of earlier builds. The bundle's test measures them.
    const sizes = entries
      .filter((entry) => !String(entry.at(-1)).startsWith('package/dist/chunks/'))
      .map(([, , size]) => Number(size ?? 0));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000_000);
  });
});
