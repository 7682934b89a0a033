import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRawServer, type RawServer, type ServerCommand } from '@mini-agent/testkit';
import { inject, onTestFinished } from 'vitest';

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
  return serverCommand('test/fixtures/fake-server.js', [], env);
}

/** How to start the server with tools that print, and that start processes. */
export function toolServerCommand(env: Readonly<Record<string, string>> = {}): ServerCommand {
  return serverCommand('test/fixtures/tool-server.js', [], env);
}

/** How to start the real command line, bundled from the sources. */
export function cliCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ServerCommand {
  return serverCommand('src/cli.js', args, env);
}

/** Runs in its home, with an empty `.env` there, so that no setting of this machine reaches a test. */
function serverCommand(
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
    args: [join(inject('testServers'), file), ...args],
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
