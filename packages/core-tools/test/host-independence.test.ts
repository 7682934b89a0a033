import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const source = fileURLToPath(new URL('fixtures/host-independence.ts', import.meta.url));

let folder = '';
let script = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'host-independence-'));
  script = join(folder, 'script.mjs');
  await build({
    entryPoints: [source],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@mini-agent/source'],
    logLevel: 'error',
  });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function resultsOn(timeZone: string, language: string): Promise<string> {
  const { stdout } = await run(process.execPath, [script], {
    env: { PATH: process.env['PATH'], TZ: timeZone, LANG: language, LC_ALL: language },
    timeout: 60_000,
  });
  return stdout;
}

const TIME_ZONES = [
  'UTC',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
];
const LANGUAGES = ['en_US.UTF-8', 'zh_CN.UTF-8', 'tr_TR.UTF-8'];

// Also case text-sort-host: the same output on every host.
it('property 29: results do not depend on the time zone or the language of the host', async () => {
  const expected = await resultsOn('UTC', 'C');
  expect(expected).toContain('2024-03-10T01:30:00-05:00 Sunday');
  for (const timeZone of TIME_ZONES) {
    for (const language of LANGUAGES) {
      expect(await resultsOn(timeZone, language), `${timeZone} ${language}`).toBe(expected);
    }
  }
}, 120_000);
