import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const script = fileURLToPath(new URL('fixtures/host-independence.ts', import.meta.url));

async function resultsOn(timeZone: string, language: string): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['--conditions=@mini-agent/source', '--import', 'tsx', script],
    {
      env: { PATH: process.env['PATH'], TZ: timeZone, LANG: language, LC_ALL: language },
      timeout: 60_000,
    },
  );
  return stdout;
}

// Property 29, and case text-sort-host: the same output on every host.
it('results do not depend on the time zone or the language of the host', async () => {
  const expected = await resultsOn('UTC', 'en_US.UTF-8');
  expect(expected).toContain('2024-03-10T01:30:00-05:00 Sunday');
  const hosts = [
    ['America/New_York', 'zh_CN.UTF-8'],
    ['Asia/Kolkata', 'tr_TR.UTF-8'],
    ['Asia/Shanghai', 'en_US.UTF-8'],
    ['Australia/Lord_Howe', 'zh_CN.UTF-8'],
    ['America/Sao_Paulo', 'tr_TR.UTF-8'],
  ] as const;
  for (const [timeZone, language] of hosts) {
    expect(await resultsOn(timeZone, language)).toBe(expected);
  }
}, 120_000);
