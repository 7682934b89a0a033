import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Environment } from '../../config/variables.ts';
import type { ClientName } from '../command-table.ts';

/** The name of the entry in every client. */
export const serverName = 'mini-agent';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  readonly userHome: string;
  readonly exists?: (path: string) => boolean;
}

/** How a client is told of a server. */
export interface ClientConfiguration {
  readonly title: string;
  /** The file of this user. */
  readonly path: string;
  readonly format: 'json' | 'toml';
  /** The object in the file that holds the servers. */
  readonly section: string;
  readonly entry: ServerEntry;
  /** Another way to the same end. */
  readonly orElse?: string;
}

/** The values of an entry, in the order in which they are written. */
export type ServerEntry = Readonly<Record<string, string | readonly string[]>>;

const packageName = 'mini-agent-mcp';

/** Programs that start others without a shell do not find `npx.cmd` on Windows. */
function launch(platform: NodeJS.Platform): readonly [string, ...string[]] {
  return platform === 'win32'
    ? ['cmd', '/c', 'npx', '-y', packageName]
    : ['npx', '-y', packageName];
}

interface Folders {
  readonly home: (...parts: readonly string[]) => string;
  /** Where programs of this platform keep the configuration of a user. */
  readonly configuration: (...parts: readonly string[]) => string;
  /** `XDG_CONFIG_HOME`, also on macOS, where some programs use it all the same. */
  readonly dotConfig: (...parts: readonly string[]) => string;
  readonly variable: (name: string) => string | undefined;
  readonly exists: (path: string) => boolean;
  readonly join: (...parts: readonly string[]) => string;
}

function foldersOf({ platform, environment, userHome, exists = existsSync }: Machine): Folders {
  const paths = platform === 'win32' ? win32 : posix;
  const join = (...parts: readonly string[]): string => paths.join(...parts);
  const variable = (name: string): string | undefined => {
    const value = environment[name]?.trim();
    return value === '' ? undefined : value;
  };
  const dotConfig = variable('XDG_CONFIG_HOME') ?? join(userHome, '.config');
  const roaming = variable('APPDATA') ?? join(userHome, 'AppData', 'Roaming');
  const library = join(userHome, 'Library', 'Application Support');
  const configuration =
    platform === 'win32' ? roaming : platform === 'darwin' ? library : dotConfig;
  return {
    home: (...parts) => join(userHome, ...parts),
    configuration: (...parts) => join(configuration, ...parts),
    dotConfig: (...parts) => join(dotConfig, ...parts),
    variable,
    exists,
    join,
  };
}

/** Where a client keeps its servers on this machine, and what to write there. */
export function clientConfiguration(name: ClientName, machine: Machine): ClientConfiguration {
  const [command, ...args] = launch(machine.platform);
  return clients[name](foldersOf(machine), { machine, plain: { command, args } });
}

interface Given {
  readonly machine: Machine;
  readonly plain: ServerEntry;
}

type Describe = (folders: Folders, given: Given) => ClientConfiguration;

function commandLine({ machine }: Given): string {
  return launch(machine.platform).join(' ');
}

const clients: Readonly<Record<ClientName, Describe>> = {
  'claude-desktop': ({ configuration }, { plain }) => ({
    title: 'Claude Desktop',
    path: configuration('Claude', 'claude_desktop_config.json'),
    format: 'json',
    section: 'mcpServers',
    entry: plain,
  }),
  'claude-code': ({ home, variable, join }, given) => {
    const folder = variable('CLAUDE_CONFIG_DIR');
    return {
      title: 'Claude Code',
      path: folder === undefined ? home('.claude.json') : join(folder, '.claude.json'),
      format: 'json',
      section: 'mcpServers',
      entry: { type: 'stdio', ...given.plain },
      orElse: `claude mcp add --scope user ${serverName} -- ${commandLine(given)}`,
    };
  },
  cursor: ({ home }, { plain }) => ({
    title: 'Cursor',
    path: home('.cursor', 'mcp.json'),
    format: 'json',
    section: 'mcpServers',
    entry: plain,
  }),
  vscode: ({ configuration }, { plain }) => ({
    title: 'VS Code',
    path: configuration('Code', 'User', 'mcp.json'),
    format: 'json',
    section: 'servers',
    entry: { type: 'stdio', ...plain },
  }),
  codex: ({ home, variable, join }, given) => {
    const folder = variable('CODEX_HOME');
    return {
      title: 'Codex',
      path: folder === undefined ? home('.codex', 'config.toml') : join(folder, 'config.toml'),
      format: 'toml',
      section: 'mcp_servers',
      entry: given.plain,
      orElse: `codex mcp add ${serverName} -- ${commandLine(given)}`,
    };
  },
  gemini: ({ home }, { plain }) => ({
    title: 'Gemini CLI',
    path: home('.gemini', 'settings.json'),
    format: 'json',
    section: 'mcpServers',
    entry: plain,
  }),
  cline: (folders, { plain }) => ({
    title: 'Cline',
    path: clinePath(folders),
    format: 'json',
    section: 'mcpServers',
    entry: plain,
  }),
  zed: ({ configuration, dotConfig }, { plain, machine }) => ({
    title: 'Zed',
    path:
      machine.platform === 'win32'
        ? configuration('Zed', 'settings.json')
        : machine.platform === 'darwin'
          ? `${machine.userHome}/.config/zed/settings.json`
          : dotConfig('zed', 'settings.json'),
    format: 'json',
    section: 'context_servers',
    entry: plain,
  }),
};

/** One file for all its programs today; the extension for VS Code kept one of its own, which counts where it is the only one. */
function clinePath({ home, configuration, variable, exists }: Folders): string {
  const file = 'cline_mcp_settings.json';
  const chosen = variable('CLINE_MCP_SETTINGS_PATH');
  if (chosen !== undefined) return chosen;
  const shared = home('.cline', 'data', 'settings', file);
  const extension = ['Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev', 'settings', file];
  const older = configuration(...extension);
  return !exists(shared) && exists(older) ? older : shared;
}
