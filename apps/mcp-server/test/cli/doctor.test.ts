import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { startAnySearch } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkModes } from '../../src/cli/doctor/check-modes.ts';
import { checkNode } from '../../src/cli/doctor/check-node.ts';
import { checkPath } from '../../src/cli/doctor/check-path.ts';
import { checkSearch } from '../../src/cli/doctor/check-search.ts';
import { checkStores } from '../../src/cli/doctor/check-stores.ts';
import { formatDoctor, type DoctorFinding } from '../../src/cli/doctor/findings.ts';
import { cliCommand, temporaryFolder } from '../stdio-harness.ts';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

async function doctor(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Ended> {
  const { command, args: all = [], cwd, env: own } = cliCommand(['doctor', ...args], env);
  const begun = performance.now();
  const child = spawn(command, [...all], { cwd, env: { PATH: process.env['PATH'], ...own } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr, ms: performance.now() - begun };
}

/** An endpoint that lists one model, and the base URL of its API. */
async function listServer(): Promise<string> {
  const list = JSON.stringify({ object: 'list', data: [{ id: 'm', object: 'model' }] });
  const url = await listen((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(list);
  });
  return `${url}/v1`;
}

/** A server that takes connections and never answers. */
function silentServer(): Promise<string> {
  return listen(() => undefined);
}

async function listen(onRequest: RequestListener): Promise<string> {
  const server: Server = createServer(onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Json {
  readonly ok: boolean;
  readonly findings: readonly { area: string; level: string; text: string; mend?: string }[];
  readonly models: { readonly providers: readonly { provider: string; reachable: boolean }[] };
}

describe('doctor', { timeout: 40_000 }, () => {
  test('without any setting everything can work, and it says which .env counts', async () => {
    const home = temporaryFolder();
    const { code, stdout, stderr } = await doctor({ MINI_AGENT_HOME: home });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`✓ .env: ${join(home, '.env')}`);
    expect(stdout).toContain(`✓ home: ${home} (MINI_AGENT_HOME)`);
    expect(stdout).toContain(`✓ Node.js ${process.versions.node}`);
    expect(stdout).toMatch(/· http: no endpoint is configured\n {4}→ .*LLM_BASE_URL/);
    expect(stdout).toMatch(/AnySearch is switched off/);
    expect(stdout).toMatch(/from other machines: Listening on .*MINI_AGENT_HTTP_TOKEN/);
    expect(stdout).toMatch(/Everything that is configured can work\.\n$/);
  });

  test('says it in Chinese', async () => {
    const { stdout } = await doctor({ LANG: 'zh_CN.UTF-8' });
    expect(stdout).toMatch(/模型服务\n {2}未配置模型服务。/);
    expect(stdout).toMatch(/已配置的各项均可正常工作。\n$/);
  });

  test('what is configured and refuses connections is a fault, with exit code 1 and no key', async () => {
    const env = {
      LLM_BASE_URL: 'http://127.0.0.1:9/v1',
      LLM_MODEL: 'm',
      LLM_API_KEY: 'sk-canary-never-to-be-seen-1234',
      MINI_AGENT_HTTP_TOKEN: 'token-never-to-be-seen-1234567890',
      AGENT_MAX_TURNS: '99',
    };
    const { code, stdout, stderr } = await doctor(env, ['--json']);
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).not.toContain('never-to-be-seen');
    const report = JSON.parse(stdout) as Json;
    expect(report.ok).toBe(false);
    expect(report.models.providers).toMatchObject([{ provider: 'default', reachable: false }]);
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        area: 'modes',
        level: 'fault',
        mend: expect.any(String) as string,
      }),
    );
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        area: 'settings',
        level: 'warning',
        text: expect.stringContaining('AGENT_MAX_TURNS is "99"') as string,
      }),
    );
  });

  test('endpoints and search that answer are seen to', async () => {
    const model = await listServer();
    const search = await startAnySearch({});
    onTestFinished(() => search.close());
    const { code, stdout } = await doctor({
      LLM_BASE_URL: model,
      LLM_MODEL: 'm',
      ANYSEARCH_ENABLED: 'true',
      ANYSEARCH_BASE_URL: search.url,
    });
    expect(stdout).toMatch(/✓ http: with default/);
    expect(stdout).toMatch(/✓ AnySearch answers \(\d+ ms, anonymous\): anysearch_search/);
    expect(code).toBe(0);
  });

  test('where nothing ever answers it ends within 10 s', async () => {
    const url = await silentServer();
    const { code, stdout, ms } = await doctor({
      LLM_BASE_URL: `${url}/v1`,
      LLM_MODEL: 'm',
      ANYSEARCH_ENABLED: 'true',
      ANYSEARCH_BASE_URL: `${url}/mcp`,
    });
    expect(code).toBe(1);
    expect(ms).toBeLessThan(10_000);
    expect(stdout).toMatch(/✗ AnySearch does not answer/);
    expect(stdout).toMatch(/It did not answer in time/);
  });
});

test.each([
  ['20.18.9', 'fault'],
  ['18.20.0', 'fault'],
  ['20.19.0', 'ok'],
  ['20.20.2', 'ok'],
  ['22.0.0', 'ok'],
  ['v24.1.0-nightly', 'ok'],
])('Node.js %s: %s', (version, level) => {
  expect(checkNode(version).level).toBe(level);
});

describe('stores', () => {
  const folders = (home: string): Parameters<typeof checkStores>[0] => ({
    home,
    isConfigured: true,
    workingDirectory: home,
    userHome: join(home, 'user'),
  });
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };

  test('what is there is counted; a home that is not there yet can be made', async () => {
    const home = temporaryFolder();
    put(join(home, '.memory', 'memories.json'), '[{}, {}]');
    mkdirSync(join(home, '.runs'));
    const texts = (await checkStores(folders(home))).map(
      ({ level, text }) => `${level} ${text.en}`,
    );
    expect(texts).toEqual([
      `ok home: ${home} (MINI_AGENT_HOME)`,
      `ok ${join(home, '.memory', 'memories.json')}: 2 entries`,
      `ok ${join(home, '.runs')}`,
    ]);
    const [later] = await checkStores(folders(join(home, 'a', 'b')));
    expect(later?.level).toBe('ok');
  });

  test.each(['{"a": 1}', '[', ''])('a list that holds %j is a fault', async (text) => {
    const home = temporaryFolder();
    put(join(home, '.skills', 'skills.json'), text);
    const [, list] = await checkStores(folders(home));
    expect(list).toMatchObject({
      level: 'fault',
      mend: { en: expect.stringContaining('JSON') as string },
    });
  });

  test('a file in the place of the home is a fault', async () => {
    const home = join(temporaryFolder(), 'file');
    writeFileSync(home, '');
    const [finding] = await checkStores(folders(home));
    expect(finding).toMatchObject({
      level: 'fault',
      mend: { en: expect.stringContaining('MINI_AGENT_HOME') as string },
    });
  });

  test.skipIf(process.getuid?.() === 0)('a home that cannot be written is a fault', async () => {
    const home = temporaryFolder();
    chmodSync(home, 0o500);
    const [finding] = await checkStores(folders(home));
    expect(finding?.level).toBe('fault');
  });

  test('what older installations left is found, with how to take it over', async () => {
    const home = temporaryFolder();
    const memories = join(home, '.mini-agent', 'memories', 'memories.json');
    const skills = join(home, 'user', '.mini-agent', 'skills', 'skills.json');
    put(memories, '[{"id": "mem_1"}]');
    put(skills, '[{}, {}]');
    put(join(home, '.skills', 'skills.json'), '[]');
    put(join(home, 'user', '.mini-agent', 'memories', 'memories.json'), '[]');
    const found = (await checkStores(folders(home))).filter(({ level }) => level === 'warning');
    expect(found.map(({ text }) => text.en.slice(0, text.en.indexOf(' ent')))).toEqual([
      `${memories}: 1`,
      `${skills}: 2`,
    ]);
    expect(found[0]?.mend?.en).toContain(
      `copy the file to ${join(home, '.memory', 'memories.json')}`,
    );
    expect(found[1]?.mend?.en).toContain(
      `add its entries to the list in ${join(home, '.skills', 'skills.json')}`,
    );
  });
});

describe('search', () => {
  const settings = { enabled: true, baseUrl: undefined, apiKey: undefined, cacheTtlMs: 0 };
  const check = (
    change: Partial<typeof settings> & { readonly baseUrl?: string | undefined },
    environment = {},
  ): Promise<readonly DoctorFinding[]> =>
    checkSearch(
      { ...settings, ...change },
      {
        environment,
        signal: new AbortController().signal,
        discover: () => Promise.reject(new Error('no network')),
      },
    );

  test('silence is a fault only where somebody chose the service', async () => {
    expect((await check({}))[0]?.level).toBe('warning');
    expect((await check({ baseUrl: 'https://search.example' } as never))[0]?.level).toBe('fault');
  });

  test('a proxy that Node.js does not use is named', async () => {
    const proxy = { https_proxy: 'http://user:pass@proxy:1' };
    const [, finding] = await check({}, proxy);
    expect(finding?.text.en).toBe('https_proxy is set, but Node.js does not use it by itself.');
    expect(await check({}, { ...proxy, NODE_USE_ENV_PROXY: '1' })).toHaveLength(1);
  });
});

describe('starting from a client', () => {
  const check = (path: string): Promise<readonly DoctorFinding[]> =>
    checkPath({
      environment: { PATH: path },
      platform: 'linux',
      node: '/n/node',
      script: '/s/cli.js',
    });

  test('without npx in the PATH the program can be named directly', async () => {
    const [finding] = await check(temporaryFolder());
    expect(finding).toMatchObject({ level: 'warning' });
    expect(finding?.mend?.en).toContain('"command": "/n/node", "args": ["/s/cli.js"]');
  });

  test('a folder that only shells know is named', async () => {
    const folder = join(temporaryFolder(), '.nvm', 'versions', 'bin');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'npx'), '', { mode: 0o755 });
    writeFileSync(join(dirname(folder), 'npx'), '', { mode: 0o644 });
    const found = await check([dirname(folder), '', folder].join(delimiter));
    expect(found.map(({ level }) => level)).toEqual(['ok', 'note']);
    expect(found[0]?.text.en).toBe(`npx: ${join(folder, 'npx')}`);
  });
});

test('an endpoint that LLM_MODE_ORDER leaves out is told', () => {
  const provider = { provider: 'default', baseUrl: 'http://127.0.0.1/v1', model: 'm' };
  const report = { ok: true, problems: [], warnings: [], providers: [] };
  const found = checkModes({ modeOrder: ['rule'], providers: [provider] as never }, report);
  expect(found.map(({ level }) => level)).toEqual(['note', 'ok', 'note', 'warning']);
  const text = formatDoctor(
    { version: '1.0.0', findings: found, models: report },
    { language: 'en', models: 'm' },
  );
  expect(text).toContain('  ! An endpoint is configured, but LLM_MODE_ORDER leaves http out');
});
