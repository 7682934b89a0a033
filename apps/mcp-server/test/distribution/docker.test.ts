import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startLoopbackServer, startRawServer, startServer } from '@mini-agent/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../stdio-harness.ts';
import { copyContext, parseDockerfile, root } from './dockerfile.ts';

// Everything is loaded from source, or started as a process, on machines that do more than this.
vi.setConfig({ testTimeout: 60_000 });

const runFile = promisify(execFile);
const source = await readFile(join(root, 'Dockerfile'), 'utf8');
const [head = [], build = [], final = []] = parseDockerfile(source);
const manifest = JSON.parse(
  await readFile(join(root, 'apps/mcp-server/package.json'), 'utf8'),
) as Readonly<Record<string, string>>;

function only(name: string): string {
  const found = final.filter((one) => one.name === name);
  expect(found, name).toHaveLength(1);
  return found[0]?.text ?? '';
}

// No engine runs where these tests run: the file is read, and its steps are taken in a temporary folder.
describe('the Dockerfile', () => {
  test('both stages start from one slim image of a long-term version that the server supports', () => {
    expect(head.map(({ name }) => name)).toEqual(['ARG']);
    const [, major = 0] = /^NODE_IMAGE=node:(\d+)-[a-z]+-slim$/.exec(head[0]?.text ?? '') ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(22);
    expect(Number(major) % 2).toBe(0);
    expect(build[0]).toEqual({ name: 'FROM', text: '${NODE_IMAGE} AS build' });
    expect(final[0]).toEqual({ name: 'FROM', text: '${NODE_IMAGE}' });
  });

  test('runs as a user without rights, and signals reach the server itself', () => {
    expect(only('USER')).toBe('node');
    // The exec form: a shell or npm as the first process would swallow SIGTERM.
    expect(JSON.parse(only('ENTRYPOINT'))).toEqual(['node', '/app/cli.js']);
    expect(only('STOPSIGNAL')).toBe('SIGTERM');
    expect(final.filter(({ name }) => name === 'CMD')).toEqual([]);
    const names = final.map(({ name }) => name);
    // Nothing after USER needs rights.
    expect(names.slice(names.indexOf('USER'))).not.toContain('RUN');
    expect(names.slice(names.indexOf('USER'))).not.toContain('COPY');
  });

  test('holds only the built server, in a folder that its user cannot write', () => {
    expect(only('COPY')).toBe('--from=build /app /app');
    expect(final.filter(({ name }) => name === 'ADD')).toEqual([]);
    const steps = final.filter(({ name }) => name === 'RUN').map(({ text }) => text);
    expect(steps).toEqual(['mkdir /data && chown node:node /data']);
    expect(only('ENV')).toContain('MINI_AGENT_HOME=/data');
  });

  test('has no secrets, and asks for none while it is built', () => {
    expect(source).not.toMatch(/(?:KEY|TOKEN|PASSWORD|SECRET)\s*=/i);
    expect([...build, ...final].filter(({ name }) => name === 'ARG')).toEqual([]);
  });

  test('names the server as the registry knows it', () => {
    const labels: Readonly<Record<string, string>> = Object.fromEntries(
      [...only('LABEL').matchAll(/([\w.]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        value,
      ]),
    );
    expect(labels).toMatchObject({
      'io.modelcontextprotocol.server.name': manifest['mcpName'],
      'org.opencontainers.image.title': manifest['name'],
      'org.opencontainers.image.licenses': manifest['license'],
    });
  });

  test('asks /healthz of the server for its health', () => {
    expect(only('HEALTHCHECK')).toMatch(/CMD \["node", "\/app\/healthcheck\.mjs"\]$/);
  });
});

describe('the steps of the Dockerfile', () => {
  let folder: string;
  let context: readonly string[];
  const app = (): string => join(folder, 'app');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mini-agent-docker-'));
    context = await copyContext(join(folder, 'source'));
    for (const { text } of build.filter(({ name }) => name === 'RUN')) {
      await runFile('sh', ['-c', text.replaceAll(/ \/app/g, ` ${app()}`)], {
        cwd: join(folder, 'source'),
        // What the checks before have installed is enough.
        env: {
          ...process.env,
          npm_config_offline: 'true',
          pnpm_config_offline: 'true',
          CI: 'true',
        },
        maxBuffer: 100_000_000,
      });
    }
  }, 180_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('see no dependencies, tests, built files or secrets of the working copy', () => {
    const unwanted = /(?:^|\/)(?:node_modules|dist|test|bench|\.git|\.env|\.memory|\.runs)(?:\/|$)/;
    expect(context.filter((path) => unwanted.test(path))).toEqual([]);
    expect(context).toContain('pnpm-lock.yaml');
  });

  test('give a folder with the bundle, its licences and the health check', async () => {
    expect((await readdir(app())).sort()).toEqual([
      'LICENSE',
      'THIRD_PARTY_LICENSES.txt',
      'chunks',
      'cli.js',
      'healthcheck.mjs',
      'package.json',
    ]);
  });

  /** The entry command, with the folder of the image. */
  function entry(): { command: string; args: readonly string[] } {
    const [, ...args] = JSON.parse(only('ENTRYPOINT')) as readonly string[];
    return {
      command: process.execPath,
      args: args.map((word) => word.replace(/^\/app/, app())),
    };
  }

  test('the entry command serves MCP on stdio', async () => {
    const home = temporaryFolder();
    const session = await startServer({
      ...entry(),
      client: 'v2',
      cwd: home,
      env: { MINI_AGENT_HOME: home, ANYSEARCH_ENABLED: 'false' },
    });
    onTestFinished(async () => {
      await session.close();
    });
    expect(session.serverInfo).toMatchObject({ version: manifest['version'] });
    const result = await session.callTool('run_agent', { task: 'calculate 6*7', mode: 'rule' });
    expect(result.structuredContent).toMatchObject({ status: 'completed' });
  });

  test('over HTTP the health check of the image finds it well, and SIGTERM ends it in order', async () => {
    const home = temporaryFolder();
    const port = await freePort();
    const { command, args } = entry();
    const words = [...args, '--http', '--port', String(port)];
    const server = await startRawServer({
      command,
      args: words,
      cwd: home,
      env: { MINI_AGENT_HOME: home, ANYSEARCH_ENABLED: 'false' },
    });
    onTestFinished(async () => {
      await server.close();
    });
    await writeFile(join(home, 'cmdline'), ['node', ...words].join('\0'));
    const check = (): Promise<unknown> =>
      runFile(process.execPath, [join(app(), 'healthcheck.mjs'), join(home, 'cmdline')]);
    await expect.poll(() => check().then(() => 'well', String), { timeout: 20_000 }).toBe('well');
    server.kill('SIGTERM');
    expect((await server.waitForExit(10_000)).signal ?? 'none').toBe('none');
    await expect(check()).rejects.toMatchObject({ code: 1 });
  });

  test('a server that everybody could reach does not start without a token', async () => {
    const home = temporaryFolder();
    const { command, args } = entry();
    const server = await startRawServer({
      command,
      args: [...args, '--http', '--host', '0.0.0.0', '--port', '0'],
      cwd: home,
      env: { MINI_AGENT_HOME: home, ANYSEARCH_ENABLED: 'false' },
    });
    expect(await server.waitForExit(20_000)).not.toMatchObject({ code: 0 });
    expect(server.stderr()).toMatch(/MINI_AGENT_HTTP_TOKEN/);
  });

  test('SIGTERM ends the entry command by itself', async () => {
    const home = temporaryFolder();
    const server = await startRawServer({
      ...entry(),
      cwd: home,
      env: { MINI_AGENT_HOME: home, ANYSEARCH_ENABLED: 'false' },
    });
    await server.initialize();
    server.kill('SIGTERM');
    // `docker stop` kills after 10 s.
    const exit = await server.waitForExit(10_000);
    expect(exit.signal ?? 'none').toBe('none');
  });
});

async function freePort(): Promise<number> {
  const server = await startLoopbackServer(() => Promise.resolve());
  await server.close();
  return Number(new URL(server.origin).port);
}

describe('the health check', () => {
  const script = join(root, 'apps/mcp-server/scripts/healthcheck.mjs');

  async function check(...words: readonly string[]): Promise<{ code: number; stderr: string }> {
    const file = join(temporaryFolder(), 'cmdline');
    await writeFile(file, words.map((word) => `${word}\0`).join(''));
    const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
    const code = await new Promise<number>((resolve) => {
      child.on('close', (exitCode) => {
        resolve(exitCode ?? -1);
      });
    });
    return { code, stderr };
  }

  async function health(status: number): Promise<{ port: string; asked: readonly string[] }> {
    const asked: string[] = [];
    const server = await startLoopbackServer(({ request, response }) => {
      asked.push(request.path);
      response.writeHead(status).end('{}');
      return Promise.resolve();
    });
    onTestFinished(() => server.close());
    return { port: new URL(server.origin).port, asked };
  }

  test('a server on stdio is well', async () => {
    expect(await check('node', '/app/cli.js')).toMatchObject({ code: 0 });
  });

  test.each([['--http'], ['--sse']])('%s: is well when /healthz answers 200', async (flag) => {
    const { port, asked } = await health(200);
    const words = ['node', '/app/cli.js', flag, '--host', '0.0.0.0'];
    expect(await check(...words, '--port', port)).toMatchObject({ code: 0 });
    expect(await check(...words, `--port=${port}`)).toMatchObject({ code: 0 });
    expect(asked).toEqual(['/healthz', '/healthz']);
  });

  test.each([[['--http', '--host', '0.0.0.0']], [['--sse']]])(
    '%j: without --port, the default port is asked',
    async (words) => {
      // Whatever this machine has there: it is well, or what is wrong is told of this port.
      const { code, stderr } = await check('node', '/app/cli.js', ...words);
      if (code !== 0) expect(stderr).toContain('127.0.0.1 port 8080: ');
    },
  );

  test('the last of two ports counts, as it does for the server', async () => {
    const { port } = await health(200);
    const words = ['node', 'cli.js', '--http', '--port', '1', '--port', port];
    expect(await check(...words)).toMatchObject({ code: 0 });
  });

  test('is ill when the server stops, or is not there', async () => {
    const { port } = await health(503);
    expect(await check('node', 'cli.js', '--http', '--port', port)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('503') as string,
    });
    expect(await check('node', 'cli.js', '--http', '--port', '1')).toMatchObject({ code: 1 });
  });
});
