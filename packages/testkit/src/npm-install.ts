import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface NpmInstallOptions {
  /** The project's folder. */
  readonly folder: string;
  /** The registry's URL; no other one is asked. */
  readonly registry: string;
  /** What to install: names, `name@version`, or nothing for what the project's package.json says. */
  readonly packages?: readonly string[];
  /** Default 120000. */
  readonly timeoutMs?: number;
}

const runFile = promisify(execFile);

/** Runs `npm install` with an empty cache and no configuration but the registry; rejects with npm's output. */
export async function npmInstall(options: NpmInstallOptions): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'testkit-npm-'));
  const flags = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const places = [
    `--registry=${options.registry}`,
    `--cache=${join(home, 'cache')}`,
    `--userconfig=${join(home, 'npmrc')}`,
  ];
  try {
    await runFile('npm', ['install', ...flags, ...places, ...(options.packages ?? [])], {
      cwd: options.folder,
      env: { PATH: process.env['PATH'], HOME: home },
      timeout: options.timeoutMs ?? 120_000,
      killSignal: 'SIGKILL',
    });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`npm install failed\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
