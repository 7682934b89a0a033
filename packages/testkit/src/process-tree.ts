import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** An environment variable that every descendant of a started server inherits, also one whose parent has died. */
export const markerVariable = 'MINI_AGENT_TESTKIT_MARKER';

const runFile = promisify(execFile);

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
}

/** True while the process runs; a zombie, which only waits for its parent to look, counts as ended. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const row = (await listProcesses()).find((candidate) => candidate.pid === pid);
  return row !== undefined && !row.state.startsWith('Z');
}

/** The live processes that descend from `root` or carry `marker` in their environment, `root` itself included. */
export async function processesOf(root: number, marker: string): Promise<readonly number[]> {
  const rows = (await listProcesses()).filter((row) => !row.state.startsWith('Z'));
  const found = new Set<number>(rows.filter((row) => row.pid === root).map((row) => row.pid));
  for (const row of rows) {
    if (await carriesMarker(row.pid, marker)) found.add(row.pid);
  }
  let size = -1;
  while (size !== found.size) {
    size = found.size;
    for (const row of rows) {
      if (found.has(row.parent)) found.add(row.pid);
    }
  }
  return [...found];
}

/**
 * Passes once the process has ended; rejects with its command line when it still runs after `timeoutMs` (2000).
 * @param pid the process to look for
 */
export async function expectNoProcess(pid: number, timeoutMs = 2000): Promise<void> {
  const ended = await becomesTrue(async () => !(await isAlive(pid)), timeoutMs);
  if (!ended) throw new Error(`process ${pid} still runs: ${await commandLineOf(pid)}`);
}

/** Looks again and again until `check` holds; false when it did not within `timeoutMs`. */
export async function becomesTrue(
  check: () => Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    if (await check()) return true;
    if (performance.now() >= end) return false;
    await wait(20);
  }
}

/** The command line, for messages. */
export async function commandLineOf(pid: number): Promise<string> {
  try {
    const { stdout } = await runFile('ps', ['-o', 'args=', '-p', String(pid)]);
    return stdout.trim();
  } catch {
    return '(command line not readable)';
  }
}

async function listProcesses(): Promise<readonly ProcessRow[]> {
  if (process.platform === 'linux') return listFromProc();
  const { stdout } = await runFile('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length >= 3)
    .map(([pid, parent, state]) => ({
      pid: Number(pid),
      parent: Number(parent),
      state: state ?? '',
    }));
}

async function listFromProc(): Promise<readonly ProcessRow[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const rows = await Promise.all(names.map((name) => readProcStat(Number(name))));
  return rows.filter((row) => row !== undefined);
}

/** `/proc/<pid>/stat` is `pid (name) state ppid …`; the name may hold blanks and brackets. */
async function readProcStat(pid: number): Promise<ProcessRow | undefined> {
  const text = await readQuietly(`/proc/${pid}/stat`);
  const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return state === undefined || parent === undefined
    ? undefined
    : { pid, parent: Number(parent), state };
}

async function carriesMarker(pid: number, marker: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return (await readQuietly(`/proc/${pid}/environ`)).includes(`${markerVariable}=${marker}`);
}

/** Empty for a process that has just ended, or that belongs to somebody else. */
async function readQuietly(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return '';
  }
}
