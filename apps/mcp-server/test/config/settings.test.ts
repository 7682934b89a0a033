import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPackageRoot } from '../../src/config/find-env-file.ts';
import { resolveHome } from '../../src/config/home.ts';
import { readSettings, type Settings } from '../../src/config/settings.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mini-agent-settings-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function read(environment: Record<string, string | undefined>): {
  settings: Settings;
  problems: readonly string[];
} {
  return readSettings({
    environment,
    workingDirectory: folder,
    packageRoot: join(folder, 'package'),
  });
}

function inFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

describe('readSettings', () => {
  it('has the documented defaults in an empty environment', () => {
    const { settings, problems } = read({});
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({
      runTimeoutMs: 600_000,
      waitSeconds: { withoutToken: 50, withToken: 230 },
      traceEnabled: true,
      fastPath: false,
      maxTurns: 5,
      approvals: { mode: 'ask', allow: ['remember', 'extract_skill'] },
      toolMaxConcurrent: 10,
      toolRetryCount: 2,
      anySearch: { enabled: true, cacheTtlMs: 3_600_000 },
    });
  });

  it.each([
    ['AGENT_MAX_TURNS', '51', /AGENT_MAX_TURNS is "51".*1 to 50.*default 5/],
    ['AGENT_MAX_TURNS', 'five', /AGENT_MAX_TURNS is "five"/],
    ['TOOL_RETRY_COUNT', '-1', /TOOL_RETRY_COUNT is "-1".*0 to 5/],
    ['TOOL_MAX_CONCURRENT', '1.5', /TOOL_MAX_CONCURRENT is "1.5"/],
    ['MINI_AGENT_TRACE', 'maybe', /MINI_AGENT_TRACE is "maybe".*on or off/],
    ['MINI_AGENT_WAIT_SECONDS', 'soon', /MINI_AGENT_WAIT_SECONDS is "soon".*50\/230/],
    ['ANYSEARCH_BASE_URL', 'ftp://x', /ANYSEARCH_BASE_URL is "ftp:\/\/x".*http/],
    ['MINI_AGENT_DATABASES', 'nourl', /MINI_AGENT_DATABASES.*name=url/],
    ['MINI_AGENT_DATABASE_URL', 'mysql://h/db', /MINI_AGENT_DATABASE_URL.*postgres/],
    ['AGENT_TOOL_RETRY', '3', /AGENT_TOOL_RETRY is obsolete/],
  ])('names %s=%s as a problem and uses the default', (name, value, expected) => {
    const { settings, problems } = read({ [name]: value });
    expect(problems.filter((problem) => !problem.includes('not used by this version'))).toEqual([
      expect.stringMatching(expected),
    ]);
    const rest: Partial<Settings> = { ...settings, llmEnvironment: undefined as never };
    const fresh: Partial<Settings> = { ...read({}).settings, llmEnvironment: undefined as never };
    expect(rest).toEqual(fresh);
  });

  it('says so where a variable has no effect yet', () => {
    const { problems } = read({ MINI_AGENT_DOCS: '/docs', TAVILY_API_KEY: 'planted-canary-value' });
    expect(problems).toEqual([
      'MINI_AGENT_DOCS, TAVILY_API_KEY: set, but not used by this version.',
    ]);
  });

  it('takes one or two waiting times', () => {
    const { settings } = read({ MINI_AGENT_WAIT_SECONDS: '0' });
    expect(settings.waitSeconds).toEqual({ withoutToken: 0, withToken: 0 });
    expect(read({ MINI_AGENT_WAIT_SECONDS: '5/7.5' }).settings.waitSeconds).toEqual({
      withoutToken: 5,
      withToken: 7.5,
    });
  });

  it('shows no key when it is printed', () => {
    const planted = 'planted-canary-value';
    const names = ['LLM_API_KEY', 'ANYSEARCH_API_KEY', 'MINI_AGENT_HTTP_TOKEN', 'BRAVE_API_KEY'];
    const { settings } = read({
      ...Object.fromEntries(names.map((name) => [name, planted])),
      MINI_AGENT_DATABASE_URL: `postgres://u:${planted}@h/d`,
      MINI_AGENT_DATABASES: `a=postgres://u:${planted}@h/d`,
    });
    expect(settings.http.token?.reveal()).toBe(planted);
    expect(settings.engineKeys.BRAVE_API_KEY?.reveal()).toBe(planted);
    expect(JSON.stringify(settings) + inspect(settings, { depth: 9 })).not.toContain(planted);
  });

  it('D-048: reads .env of the working directory, the package and its parent, never of the owner of node_modules', () => {
    const packageRoot = inFolder('project/node_modules/mini-agent-mcp');
    const workingDirectory = inFolder('elsewhere');
    writeFileSync(join(folder, 'project', '.env'), 'AGENT_MAX_TURNS=7');
    writeFileSync(join(folder, 'project', 'node_modules', '.env'), 'AGENT_MAX_TURNS=8');
    const source = { environment: {}, workingDirectory, packageRoot };
    expect(readSettings(source).settings.envFile).toBeUndefined();
    writeFileSync(join(packageRoot, '.env'), 'AGENT_MAX_TURNS=9');
    expect(readSettings(source).settings.maxTurns).toBe(9);
    writeFileSync(join(workingDirectory, '.env'), 'AGENT_MAX_TURNS=10');
    expect(readSettings(source).settings.maxTurns).toBe(10);
    const aside = {
      ...source,
      workingDirectory: inFolder('aside'),
      packageRoot: inFolder('project/clone'),
    };
    expect(readSettings(aside).settings.maxTurns).toBe(7);
  });

  it('lets the process environment win over the file, and reports its bad lines', () => {
    writeFileSync(join(folder, '.env'), 'AGENT_MAX_TURNS=9\nTOOL_RETRY_COUNT=1\nnonsense\n');
    const { settings, problems } = read({ AGENT_MAX_TURNS: '11', TOOL_RETRY_COUNT: undefined });
    expect([settings.maxTurns, settings.toolRetryCount]).toEqual([11, 1]);
    expect(problems).toEqual([`${join(folder, '.env')}: line 3 is not NAME=value; it is ignored.`]);
  });
});

describe('findPackageRoot', () => {
  it('is the folder of the installed package, and in a clone the repository root', () => {
    const installed = inFolder('node_modules/mini-agent-mcp/dist');
    writeFileSync(join(installed, '..', 'package.json'), '{"name":"mini-agent-mcp"}');
    expect(findPackageRoot(installed)).toBe(join(folder, 'node_modules', 'mini-agent-mcp'));
    const cloned = inFolder('clone/apps/mcp-server/dist');
    writeFileSync(join(cloned, '..', 'package.json'), '{"name":"mini-agent-mcp"}');
    writeFileSync(join(folder, 'clone', 'pnpm-workspace.yaml'), '');
    expect(findPackageRoot(cloned)).toBe(join(folder, 'clone'));
  });
});

describe('resolveHome', () => {
  it('wf-069: takes the setting, the client root, an own writable folder, else the data folder; never / or the home', () => {
    const base = {
      configured: undefined,
      environment: {},
      userHome: '/home/u',
      platform: 'linux' as const,
    };
    const data = '/home/u/.local/share/mini-agent';
    expect(resolveHome({ ...base, configured: '~/m', workingDirectory: folder })).toBe('/home/u/m');
    expect(resolveHome({ ...base, clientRoot: folder, workingDirectory: '/' })).toBe(folder);
    expect(resolveHome({ ...base, workingDirectory: folder })).toBe(folder);
    expect(resolveHome({ ...base, workingDirectory: '/' })).toBe(data);
    expect(resolveHome({ ...base, workingDirectory: folder, userHome: folder })).toBe(
      join(folder, '.local', 'share', 'mini-agent'),
    );
    expect(resolveHome({ ...base, workingDirectory: join(folder, 'gone') })).toBe(data);
    expect(
      resolveHome({ ...base, workingDirectory: '/', environment: { XDG_DATA_HOME: '/x' } }),
    ).toBe('/x/mini-agent');
  });
});
