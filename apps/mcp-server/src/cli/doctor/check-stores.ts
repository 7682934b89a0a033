import { constants, type Stats } from 'node:fs';
import { access, lstat, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileFault, type FileFault } from '../../config/file-fault.ts';
import type { Pair } from '../../messages.ts';
import { faultFinding, same, type DoctorFinding } from './findings.ts';

const area = 'stores';

export interface StoreFolders {
  /** Where the stores live. */
  readonly home: string;
  /** `MINI_AGENT_HOME` is set. */
  readonly isConfigured: boolean;
  readonly workingDirectory: string;
  readonly userHome: string;
}

/** The home of the stores, each store in it, and what older installations left. */
export async function checkStores(folders: StoreFolders): Promise<readonly DoctorFinding[]> {
  const { home } = folders;
  const stores = await Promise.all(
    storeFiles.map(({ folder, file }) => checkStore(join(home, folder), file)),
  );
  return [
    await checkHome(folders),
    ...(folders.isConfigured ? [] : [rootsFinding]),
    ...stores.flat(),
    ...(await findOlder(folders)),
  ];
}

const rootsFinding: DoctorFinding = {
  area,
  level: 'note',
  text: {
    en: "Started by a client with roots, the client's first root is the home instead; MINI_AGENT_HOME sets one for all.",
    zh: '由提供 roots 的客户端启动时，以其第一个 root 为主目录；可用 MINI_AGENT_HOME 统一指定。',
  },
};

const storeFiles = [
  { folder: '.memory', file: 'memories.json' },
  { folder: '.skills', file: 'skills.json' },
  { folder: '.workflow', file: undefined },
  { folder: '.runs', file: undefined },
] as const;

async function checkHome({ home, isConfigured }: StoreFolders): Promise<DoctorFinding> {
  const source = isConfigured ? 'MINI_AGENT_HOME' : undefined;
  const shown = source === undefined ? home : `${home} (${source})`;
  const problem = await writeProblem(home);
  if (problem === undefined) {
    return { area, level: 'ok', text: { en: `home: ${shown}`, zh: `主目录：${shown}` } };
  }
  return {
    area,
    level: 'fault',
    text: {
      en: `home: ${shown} ${problem.en}`,
      zh: `主目录：${shown} ${problem.zh}`,
    },
    mend: {
      en: 'Set MINI_AGENT_HOME to a folder that this user may write in, or change its permissions.',
      zh: '请将 MINI_AGENT_HOME 设为当前用户可写的文件夹，或更改其权限。',
    },
  };
}

const notWritable = { en: 'cannot be written', zh: '不可写' };

/** A folder that is not there yet is made in the nearest one that is. */
async function writeProblem(folder: string): Promise<Pair | undefined> {
  const about = await lookAt(folder);
  if (about === undefined) {
    const parent = dirname(folder);
    return parent === folder ? notWritable : await writeProblem(parent);
  }
  if ('what' in about) return about.what;
  if (!about.isDirectory()) return { en: 'is no folder', zh: '不是文件夹' };
  const may = constants.W_OK | constants.X_OK;
  return await access(folder, may).then(
    () => undefined,
    () => notWritable,
  );
}

/** Undefined where there is nothing, not even a link that leads nowhere. */
async function lookAt(path: string): Promise<Stats | FileFault | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && !(await isLink(path));
    return isMissing ? undefined : fileFault(error, path);
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (about) => about.isDirectory(),
    () => false,
  );
}

function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (about) => about.isSymbolicLink(),
    () => false,
  );
}

async function checkStore(
  folder: string,
  file: string | undefined,
): Promise<readonly DoctorFinding[]> {
  // What is wrong with the home itself is told once.
  if (!(await isFolder(dirname(folder))) || (await lookAt(folder)) === undefined) return [];
  const problem = await writeProblem(folder);
  if (problem !== undefined) {
    return [
      {
        area,
        level: 'fault',
        text: { en: `${folder} ${problem.en}`, zh: `${folder} ${problem.zh}` },
        mend: {
          en: 'Give this user write access to it, or move it away.',
          zh: '请授予当前用户写权限，或将其移走。',
        },
      },
    ];
  }
  if (file === undefined) return [{ area, level: 'ok', text: same(folder) }];
  return [await checkList(join(folder, file))];
}

async function checkList(path: string): Promise<DoctorFinding> {
  const count = await entriesIn(path);
  if (count === 'missing') return { area, level: 'ok', text: same(dirname(path)) };
  if (typeof count === 'number') {
    return {
      area,
      level: 'ok',
      text: { en: `${path}: ${count} entries`, zh: `${path}：${count} 条` },
    };
  }
  if (count !== 'damaged') return faultFinding(area, count);
  return {
    area,
    level: 'fault',
    text: { en: `${path} cannot be read as a list`, zh: `${path} 无法读取为列表` },
    mend: {
      en: 'Correct the JSON (a list of objects), or move the file away; a copy of it is kept in any case.',
      zh: '请更正其 JSON（对象列表），或将该文件移走；其副本始终保留。',
    },
  };
}

async function entriesIn(path: string): Promise<number | 'missing' | 'damaged' | FileFault> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => fileFault(error, path));
  if (typeof text !== 'string') return (await lookAt(path)) === undefined ? 'missing' : text;
  try {
    const list: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return Array.isArray(list) ? list.length : 'damaged';
  } catch {
    return 'damaged';
  }
}

/** Where older installations kept the same lists, below a folder of the user or of the project. */
const olderFiles = [
  {
    older: join('.mini-agent', 'memories', 'memories.json'),
    now: join('.memory', 'memories.json'),
  },
  { older: join('.mini-agent', 'skills', 'skills.json'), now: join('.skills', 'skills.json') },
] as const;

async function findOlder(folders: StoreFolders): Promise<readonly DoctorFinding[]> {
  const { home, workingDirectory, userHome } = folders;
  const places = [...new Set([home, workingDirectory, userHome])];
  const found = await Promise.all(
    places.flatMap((place) =>
      olderFiles.map(async ({ older, now }) => {
        const from = join(place, older);
        const count = await entriesIn(from);
        if (typeof count !== 'number' || count === 0) return [];
        const to = join(home, now);
        const isTaken = (await entriesIn(to)) !== 'missing';
        return [olderFinding({ from, to, count, isTaken })];
      }),
    ),
  );
  return found.flat();
}

interface OlderFile {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly isTaken: boolean;
}

function olderFinding({ from, to, count, isTaken }: OlderFile): DoctorFinding {
  const mend = isTaken
    ? {
        en: `The format is the same: while no server runs, add its entries to the list in ${to}.`,
        zh: `格式相同：请在没有服务运行时，把其中的条目加入 ${to} 的列表。`,
      }
    : {
        en: `The format is the same: while no server runs, copy the file to ${to}.`,
        zh: `格式相同：请在没有服务运行时，把该文件复制为 ${to}。`,
      };
  return {
    area,
    level: 'warning',
    text: {
      en: `${from}: ${count} entries of an older installation that are not used`,
      zh: `${from}：旧版本留下的 ${count} 条内容，尚未使用`,
    },
    mend,
  };
}
