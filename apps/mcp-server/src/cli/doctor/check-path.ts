import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Environment } from '../../config/variables.ts';
import type { DoctorFinding } from './findings.ts';

const area = 'path';

export interface PathCheckOptions {
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** The running Node.js, and the file that it runs. */
  readonly node: string;
  readonly script: string;
}

/** Folders of version managers and package managers, which programs that are started from the desktop do not have in their PATH. */
const shellOnly =
  /[\\/](?:\.nvm|nvm|\.fnm|fnm|fnm_multishells|\.volta|\.asdf|\.local[\\/]share[\\/](?:mise|fnm)|mise|\.nodenv|n[\\/]bin|homebrew|linuxbrew|scoop)(?:[\\/]|$)/i;

/** Whether a client finds `npx`, which starts this server, and where it will not. */
export async function checkPath(options: PathCheckOptions): Promise<readonly DoctorFinding[]> {
  const { environment, platform, node, script } = options;
  const found = await findProgram('npx', environment, platform);
  const direct = `"command": ${JSON.stringify(node)}, "args": [${JSON.stringify(script)}]`;
  const findings: DoctorFinding[] = [];
  if (found === undefined) {
    findings.push({
      area,
      level: 'warning',
      text: {
        en: 'npx is not in the PATH: clients that start it fail with "spawn npx ENOENT".',
        zh: 'PATH 中没有 npx：由客户端启动时会出现 "spawn npx ENOENT"。',
      },
      mend: { en: `Start this program directly: ${direct}`, zh: `请直接启动本程序：${direct}` },
    });
  } else {
    findings.push({ area, level: 'ok', text: { en: `npx: ${found}`, zh: `npx：${found}` } });
    if (shellOnly.test(found)) findings.push(shellOnlyFinding(direct));
  }
  if (platform === 'win32') findings.push(windowsFinding);
  return findings;
}

function shellOnlyFinding(direct: string): DoctorFinding {
  return {
    area,
    level: 'note',
    text: {
      en: 'Clients that are started from the desktop may not have this folder in their PATH ("spawn npx ENOENT").',
      zh: '从桌面启动的客户端可能没有此目录（会出现 "spawn npx ENOENT"）。',
    },
    mend: {
      en: `If so, start this program directly: ${direct}`,
      zh: `如遇此情况，请直接启动本程序：${direct}`,
    },
  };
}

const windowsFinding: DoctorFinding = {
  area,
  level: 'note',
  text: {
    en: 'On Windows, clients that use no shell need "command": "cmd", "args": ["/c", "npx", "-y", "mini-agent-mcp"].',
    zh: '在 Windows 上，不使用 shell 的客户端需要 "command": "cmd", "args": ["/c", "npx", "-y", "mini-agent-mcp"]。',
  },
};

async function findProgram(
  name: string,
  environment: Environment,
  platform: NodeJS.Platform,
): Promise<string | undefined> {
  const isWindows = platform === 'win32';
  const path = environment['PATH'] ?? (isWindows ? environment['Path'] : undefined) ?? '';
  const endings = isWindows ? ['.cmd', '.exe'] : [''];
  for (const folder of path.split(delimiter).filter((entry) => entry !== '')) {
    for (const ending of endings) {
      const file = join(folder, `${name}${ending}`);
      if (isWindows ? existsSync(file) : await isExecutable(file)) return file;
    }
  }
  return undefined;
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
