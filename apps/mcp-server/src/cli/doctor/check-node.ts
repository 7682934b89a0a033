import type { DoctorFinding } from './findings.ts';

const oldest = [20, 19, 0] as const;

/** Whether this Node.js is one that the program is made for. */
export function checkNode(version: string): DoctorFinding {
  const parts = version
    .replace(/^v/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  const place = oldest.findIndex((least, at) => (parts[at] ?? 0) !== least);
  const isOld = place !== -1 && (parts[place] ?? 0) < (oldest[place] ?? 0);
  const needed = oldest.slice(0, 2).join('.');
  if (!isOld) {
    return {
      area: 'node',
      level: 'ok',
      text: { en: `Node.js ${version}`, zh: `Node.js ${version}` },
    };
  }
  return {
    area: 'node',
    level: 'fault',
    text: {
      en: `Node.js ${version} is older than ${needed}.`,
      zh: `Node.js ${version} 低于 ${needed}。`,
    },
    mend: {
      en: `Install Node.js ${needed} or newer, and restart the client.`,
      zh: `请安装 Node.js ${needed} 或更高版本，并重启客户端。`,
    },
  };
}
