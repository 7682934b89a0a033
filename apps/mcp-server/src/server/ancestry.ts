import { readFileSync } from 'node:fs';

/** What an operating system tells about a process; undefined where there is none, or none to be seen. */
export interface ProcessFacts {
  readonly parent: number;
  readonly commandLine: readonly string[];
}

export interface AncestrySources {
  readonly platform: NodeJS.Platform;
  readonly parentId: () => number;
  /** Linux only; elsewhere this would take a process. */
  readonly facts: (processId: number) => ProcessFacts | undefined;
  readonly exists: (processId: number) => boolean;
}

/** The processes that this one was started through, up to the client. */
export interface Ancestry {
  /** True once one of them has died. */
  readonly hasChanged: () => boolean;
}

/** Wrappers stand in one another: npx starts sh, which starts this. */
const mostWrappers = 8;

/**
 * Takes down who the parent is; where that is a wrapper, which outlives a client that is killed, also whose child it is, up to the
 * first that is none. What lies above the client is no concern: a terminal may close behind it.
 */
export function createAncestry(sources: AncestrySources = systemSources): Ancestry {
  const { platform, parentId, facts, exists } = sources;
  const initial = parentId();
  const wrappers = platform === 'linux' ? wrappersAbove(initial, facts) : [];
  // A process of Windows keeps the id of a parent that is gone.
  const hasParent = (): boolean =>
    parentId() === initial && (platform !== 'win32' || exists(initial));
  return {
    hasChanged: () =>
      !hasParent() || wrappers.some(({ id, parent }) => facts(id)?.parent !== parent),
  };
}

interface Wrapper {
  readonly id: number;
  readonly parent: number;
}

function wrappersAbove(first: number, facts: AncestrySources['facts']): readonly Wrapper[] {
  const found: Wrapper[] = [];
  for (let id = first; id > 1 && found.length < mostWrappers;) {
    const seen = facts(id);
    if (seen === undefined || !isWrapper(seen.commandLine)) break;
    found.push({ id, parent: seen.parent });
    id = seen.parent;
  }
  return found;
}

const shell = /^(?:ba|da|a|z|k)?sh$/;
const starter =
  /^(?:npm|npx|pnpm|pnpx|yarn|bunx|corepack|(?:npm|npx)-cli\.js|pnpm\.c?js|yarn\.js)$/;

/** A program that started another one and only waits for it: a shell with a command, a package runner. */
function isWrapper(commandLine: readonly string[]): boolean {
  const [program = '', ...rest] = commandLine;
  const name = baseName(program);
  if (shell.test(name)) return rest.some((argument) => /^-[a-z]*c$/.test(argument));
  // npm writes over its command line: it reads "npm exec …" then.
  if (starter.test(baseName(program.split(' ')[0] ?? ''))) return true;
  return name.startsWith('node') && starter.test(baseName(rest[0] ?? ''));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/^-/, '');
}

const systemSources: AncestrySources = {
  platform: process.platform,
  parentId: () => process.ppid,
  facts: (processId) => {
    try {
      const stat = readFileSync(`/proc/${processId}/stat`, 'latin1');
      // `pid (name) state parent …`; the name may hold blanks and brackets.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const commandLine = readFileSync(`/proc/${processId}/cmdline`, 'utf8').split('\0');
      return { parent, commandLine };
    } catch {
      return undefined;
    }
  },
  exists: (processId) => {
    try {
      process.kill(processId, 0);
      return true;
    } catch (error) {
      // Somebody else's process may not be signalled, and is there.
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  },
};
