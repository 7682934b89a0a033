import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startModelServer, startServer, type McpSession } from '@mini-agent/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../stdio-harness.ts';

// Everything is loaded from source, or started as a process, on machines that do more than this.
vi.setConfig({ testTimeout: 60_000 });

const runFile = promisify(execFile);
const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const validator = join(
  packageFolder,
  '../../packages/interop/node_modules/@anthropic-ai/mcpb/dist',
);

interface Config {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a host fills in the placeholders of a manifest: the validator's own code, which hosts use. */
interface HostCode {
  getMcpConfigForManifest(options: {
    readonly manifest: Manifest;
    readonly extensionPath: string;
    readonly systemDirs: object;
    readonly userConfig: Readonly<Record<string, string>>;
    readonly pathSeparator: string;
  }): Promise<Config>;
}

interface Manifest {
  readonly version: string;
  readonly server: { readonly mcp_config: Config };
  readonly user_config: Readonly<Record<string, { readonly sensitive?: boolean }>>;
  readonly [field: string]: unknown;
}

let folder: string;
let unpacked: string;
let manifest: Manifest;

async function mcpb(...args: readonly string[]): Promise<string> {
  const argv = [join(validator, 'cli', 'cli.js'), ...args];
  return (await runFile(process.execPath, argv)).stdout;
}

async function build(name: string): Promise<string> {
  const out = join(folder, name);
  const script = join(packageFolder, 'scripts', 'build-mcpb.mjs');
  await runFile(process.execPath, [script, '--out', out]);
  return out;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mini-agent-mcpb-'));
  unpacked = join(folder, 'unpacked');
  await mcpb('unpack', await build('mini-agent.mcpb'), unpacked);
  manifest = JSON.parse(await readFile(join(unpacked, 'manifest.json'), 'utf8')) as Manifest;
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(userConfig: Readonly<Record<string, string>>): Promise<McpSession> {
  const host = (await import(pathToFileURL(join(validator, 'index.js')).href)) as HostCode;
  const { command, args, env } = await host.getMcpConfigForManifest({
    manifest,
    extensionPath: unpacked,
    systemDirs: {},
    userConfig,
    pathSeparator: '/',
  });
  const home = temporaryFolder();
  const session = await startServer({
    client: 'v1',
    command: command === 'node' ? process.execPath : command,
    args,
    cwd: home,
    env: { ...env, MINI_AGENT_HOME: home, ANYSEARCH_ENABLED: 'false' },
  });
  onTestFinished(async () => {
    await session.close();
  });
  return session;
}

describe('the MCPB bundle', () => {
  test('is valid, small, and holds nothing but what the server needs', async () => {
    expect(await mcpb('validate', join(unpacked, 'manifest.json'))).toMatch(/passes/);
    expect((await stat(join(folder, 'mini-agent.mcpb'))).size).toBeLessThan(1_000_000);
    expect((await readdir(unpacked)).sort()).toEqual([
      'LICENSE',
      'THIRD_PARTY_LICENSES.txt',
      'icon.png',
      'manifest.json',
      'server',
    ]);
    const files = await readdir(join(unpacked, 'server'), { recursive: true });
    expect(
      files.filter((file) => !/^(?:cli\.js|package\.json|chunks(?:\/.*\.js)?)$/.test(file)),
    ).toEqual([]);
  });

  test('has the version of package.json and is the same, byte for byte, when it is built again', async () => {
    const { version } = JSON.parse(
      await readFile(join(packageFolder, 'package.json'), 'utf8'),
    ) as Manifest;
    expect(manifest.version).toBe(version);
    const [one, two] = [join(folder, 'mini-agent.mcpb'), await build('again.mcpb')];
    expect((await readFile(one)).equals(await readFile(two))).toBe(true);
  });

  test('asks for keys as secrets and hands every setting to the server', () => {
    const used = Object.values(manifest.server.mcp_config.env);
    for (const [key, { sensitive = false }] of Object.entries(manifest.user_config)) {
      expect(sensitive, key).toBe(key.includes('key'));
      expect(used).toContain(`\${user_config.${key}}`);
    }
  });

  test('starts as a host starts it, with nothing filled in', async () => {
    const session = await start({});
    expect(session.serverInfo).toMatchObject({ name: 'mini-agent', version: manifest.version });
    const tools = await session.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['run_agent']);
    const result = await session.callTool('run_agent', { task: 'calculate 6*7' });
    expect(result.structuredContent).toMatchObject({ mode: 'rule', status: 'completed' });
    // An empty field is no setting: nobody is told that something is missing.
    expect(session.stderr()).not.toMatch(/LLM_|ANYSEARCH/);
    expect(session.strayLines()).toEqual([]);
  });

  test('uses the endpoint that the user filled in', async () => {
    const model = await startModelServer([{ content: 'A leaf falls.' }]);
    onTestFinished(() => model.close());
    const session = await start({ llm_base_url: model.url, llm_model: 'm', llm_api_key: 'k' });
    const result = await session.callTool('run_agent', { task: 'write a haiku' });
    expect(result.structuredContent).toMatchObject({ mode: 'http', answer: 'A leaf falls.' });
  });
});
