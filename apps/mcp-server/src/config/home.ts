import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join, parse, resolve } from 'node:path';
import type { Environment } from './variables.ts';

export interface HomeSource {
  /** `MINI_AGENT_HOME`. */
  readonly configured: string | undefined;
  /** The first root of a client on this machine, as a path; never one of an HTTP client. */
  readonly clientRoot?: string | undefined;
  readonly workingDirectory: string;
  readonly environment: Environment;
  readonly platform?: NodeJS.Platform;
  readonly userHome?: string;
}

/**
 * The folder that holds `.memory`, `.skills`, `.workflow` and `.runs`: the configured one, else the client's root, else the
 * working directory if it is writable and neither a file-system root nor the user's home (desktop clients start servers there),
 * else the platform's data folder.
 */
export function resolveHome(source: HomeSource): string {
  const userHome = source.userHome ?? homedir();
  if (source.configured !== undefined) return resolve(expandTilde(source.configured, userHome));
  if (source.clientRoot !== undefined && isWritable(source.clientRoot)) return source.clientRoot;
  const current = resolve(source.workingDirectory);
  const isOwn = current !== parse(current).root && current !== resolve(userHome);
  if (isOwn && isWritable(current)) return current;
  return join(dataFolder(source, userHome), 'mini-agent');
}

/** XDG Base Directory on Linux, Application Support on macOS, LOCALAPPDATA on Windows. */
function dataFolder(
  { environment, platform = process.platform }: HomeSource,
  home: string,
): string {
  if (platform === 'win32') return environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return environment['XDG_DATA_HOME'] ?? join(home, '.local', 'share');
}

function expandTilde(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
