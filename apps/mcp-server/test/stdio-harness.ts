import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startRawServer, type RawServer, type ServerCommand } from '@mini-agent/testkit';
import { onTestFinished } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** A new empty folder that is removed after the test. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mini-agent-test-'));
  onTestFinished(() => {
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}

/** How to start the server with a scripted agent; each call has a home of its own unless one is given. */
export function fakeServerCommand(env: Readonly<Record<string, string>> = {}): ServerCommand {
  return sourceCommand('fixtures/fake-server.ts', [], env);
}

/** How to start the real command line from source. */
export function cliCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ServerCommand {
  return sourceCommand('../src/cli.ts', args, env);
}

/** Named by its path, so that the working directory can be anywhere. */
const loader = pathToFileURL(
  join(dirname(createRequire(import.meta.url).resolve('tsx/package.json')), 'dist/loader.mjs'),
).href;

/** Runs in its home, with an empty `.env` there, so that no setting of this machine reaches a test. */
function sourceCommand(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ServerCommand {
  // An empty variable is one that is not set.
  const given = env['MINI_AGENT_HOME'] ?? '';
  const home = given === '' ? temporaryFolder() : given;
  const envFile = join(home, '.env');
  if (!existsSync(envFile)) writeFileSync(envFile, '');
  return {
    command: process.execPath,
    args: ['--import', loader, '--conditions=@mini-agent/source', join(folder, file), ...args],
    cwd: home,
    env: { MINI_AGENT_HOME: home, ANYSEARCH_ENABLED: 'false', ...env },
    startTimeoutMs: 20_000,
  };
}

/** A server driven line by line, closed after the test. */
export async function rawServer(command: ServerCommand = fakeServerCommand()): Promise<RawServer> {
  const server = await startRawServer(command);
  onTestFinished(async () => {
    await server.close();
  });
  return server;
}
