import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkStores } from '../../src/cli/doctor/check-stores.ts';
import { unreadablePlaces } from '../config/unreadable-places.ts';
import { cliCommand, temporaryFolder } from '../stdio-harness.ts';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command in a folder of its own, for files that it finds there. */
async function doctorIn(
  cwd: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Ended> {
  const { command, args: all = [], env: own } = cliCommand(['doctor', ...args], env);
  const child = spawn(command, [...all], { cwd, env: { PATH: process.env['PATH'], ...own } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

const chinese = { LANG: 'zh_CN.UTF-8' };

describe('a file that is there and cannot be read', { timeout: 40_000 }, () => {
  test.each(unreadablePlaces)(
    '.env, as $name, is a fault with its reason',
    async ({ make, en, zh }) => {
      const folder = temporaryFolder();
      make(join(folder, '.env'));
      const english = await doctorIn(folder, {});
      expect(english.code).toBe(1);
      expect(english.stdout).toMatch(
        new RegExp(`✗ ${join(folder, '.env')} ${en.source}.*\\n {4}→ `),
      );
      expect(english.stdout).not.toContain('no .env file was found');
      expect(english.stdout).not.toContain('✓ .env');
      expect(english.stdout.match(en)).toHaveLength(1);
      const { code, stdout } = await doctorIn(folder, chinese);
      expect(code).toBe(1);
      expect(stdout).toMatch(zh);
    },
  );

  test.each(unreadablePlaces)(
    'the providers file, as $name, is a fault with its reason',
    async ({ make, en, zh }) => {
      const folder = temporaryFolder();
      const path = join(folder, 'providers.json');
      make(path);
      const env = { MINI_AGENT_HOME: folder, LLM_PROVIDERS_PATH: path };
      const english = await doctorIn(folder, env);
      expect(english.code).toBe(1);
      expect(english.stdout).toMatch(
        new RegExp(`✗ LLM_PROVIDERS_PATH \\(.*\\) ${en.source}.*HTTP is off`),
      );
      const other = await doctorIn(folder, { ...env, ...chinese });
      expect(other.code).toBe(1);
      expect(other.stdout).toMatch(zh);
      expect(other.stdout).not.toMatch(/LLM_PROVIDERS_PATH.*cannot be read/);
    },
  );

  test('a providers file that is missing is called so', async () => {
    const folder = temporaryFolder();
    const env = { MINI_AGENT_HOME: folder, LLM_PROVIDERS_PATH: join(folder, 'none.json') };
    expect((await doctorIn(folder, env)).stdout).toMatch(/none\.json\) is not there/);
    expect((await doctorIn(folder, { ...env, ...chinese })).stdout).toMatch(/none\.json）不存在/);
  });

  test.skipIf(process.getuid?.() === 0)('without permission', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'providers.json');
    for (const file of [join(folder, '.env'), path]) {
      writeFileSync(file, '{}');
      chmodSync(file, 0);
    }
    const { stdout } = await doctorIn(folder, {
      MINI_AGENT_HOME: folder,
      LLM_PROVIDERS_PATH: path,
    });
    expect(stdout.match(/may not be read by this user/g)).toHaveLength(2);
  });

  test.each(unreadablePlaces)('the list of a store, as $name', async ({ make, en }) => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.memory'));
    make(join(home, '.memory', 'memories.json'));
    const found = await checkStores({
      home,
      isConfigured: true,
      workingDirectory: home,
      userHome: join(home, 'user'),
    });
    expect(found).toContainEqual(
      expect.objectContaining({
        level: 'fault',
        text: expect.objectContaining({ en: expect.stringMatching(en) as string }) as unknown,
      }),
    );
  });

  test('a home and a store that are link loops are told as that, each once', async () => {
    const folder = temporaryFolder();
    const loop = join(folder, 'loop');
    symlinkSync(loop, loop);
    const check = (home: string): ReturnType<typeof checkStores> =>
      checkStores({ home, isConfigured: true, workingDirectory: folder, userHome: folder });
    const atHome = (await check(loop)).map(({ level, text }) => `${level} ${text.en}`);
    expect(atHome).toEqual([
      `fault home: ${loop} (MINI_AGENT_HOME) is a link that leads back to itself`,
    ]);
    const store = join(folder, '.runs');
    symlinkSync(store, store);
    const inside = (await check(folder)).map(({ level, text }) => `${level} ${text.en}`);
    expect(inside).toContain(`fault ${store} is a link that leads back to itself`);
  });
});
