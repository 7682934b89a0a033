import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mini-agent-clone-'));
  folders.push(folder);
  return folder;
}

interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(argv: readonly string[], cwd: string, environment: NodeJS.ProcessEnv = {}): Finished {
  return spawnSync(process.execPath, argv, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    timeout: 60_000,
  });
}

describe('the two commands', () => {
  it('name their jobs when one is unknown', () => {
    const { status, stderr } = run(['scripts/run.mjs', 'bogus'], root);
    expect(status).toBe(2);
    expect(stderr).toMatch(/Usage: node scripts\/run\.mjs start \| .*test/);
  });

  it('D-043: say which Node is needed when it is too old', () => {
    const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.8'}})`;
    const { status, stderr, stdout } = run(['--import', older, 'scripts/run.mjs', 'start'], root);
    expect(status).toBe(1);
    expect(stderr).toMatch(/needs Node 20\.19\.0 or newer.*nodejs\.org/);
    expect(stdout).toBe('');
  });

  it('say what to do when the registry cannot be reached', () => {
    const clone = temporaryFolder();
    for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'scripts']) {
      cpSync(join(root, name), join(clone, name), { recursive: true });
    }
    const { status, stderr, stdout } = run(['scripts/run.mjs', 'start', 'hello'], clone, {
      // Port 9 (discard) refuses on loopback; an empty cache so that npx has to ask.
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(clone, 'cache'),
      npm_config_fetch_retries: '0',
    });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/The npm registry cannot be reached.*npm config set registry/);
    expect(stdout).toBe('');
  });
});
