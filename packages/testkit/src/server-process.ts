import type { ChildProcess } from 'node:child_process';
import { becomesTrue, commandLineOf, processesOf } from './process-tree.ts';
import { framesOf } from './wire-frame.ts';
import { within } from './within.ts';

/** How to start a server. */
export interface ServerCommand {
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the few variables that MCP clients pass on (`PATH`, `HOME` …); nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** How long the first answer may take. Default 10000. */
  readonly startTimeoutMs?: number;
  /** How long the process may live on after its input has ended, for `close()`. Default 5000. */
  readonly stopTimeoutMs?: number;
}

export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A started server seen from outside: streams, signals, the end. */
export interface ServerProcess {
  readonly pid: number;
  /** What it wrote to stderr so far. */
  stderr(): string;
  /** Every line it wrote to stdout so far, without the line ends; an unfinished last line counts. */
  stdoutLines(): readonly string[];
  /** Lines of stdout that are no JSON-RPC messages: nothing but protocol may be there, so this must stay empty. */
  strayLines(): readonly string[];
  /** Resolves when the process has ended and its streams are read to the end. */
  readonly exited: Promise<ServerExit>;
  /** `exited` with a deadline (5000 ms). */
  waitForExit(timeoutMs?: number): Promise<ServerExit>;
  /** Waits until stderr matches. */
  waitForStderr(pattern: RegExp, timeoutMs?: number): Promise<void>;
  kill(signal?: NodeJS.Signals): void;
  /** Closes its stdin, as a client does that goes away. */
  endInput(): void;
  /** The live processes of its tree, itself included. */
  processes(): Promise<readonly number[]>;
}

/** Follows `child`, which must have been spawned with pipes just now. */
export function watchProcess(child: ChildProcess, marker: string): ServerProcess {
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout?.on('data', (part: Buffer) => out.push(part));
  child.stderr?.on('data', (part: Buffer) => errors.push(part));
  child.stdin?.on('error', () => {
    // EPIPE: the server has closed its input; what the test wants to know shows in `exited`.
  });
  const exited = new Promise<ServerExit>((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal });
    });
  });
  const pid = child.pid ?? 0;
  const stderr = (): string => Buffer.concat(errors).toString('utf8');
  const stdoutLines = (): readonly string[] => {
    const lines = Buffer.concat(out).toString('utf8').split('\n');
    if (lines.at(-1) === '') lines.pop();
    return lines;
  };
  const name = child.spawnargs.join(' ');
  return {
    pid,
    stderr,
    stdoutLines,
    strayLines: () => stdoutLines().filter((line) => framesOf(line).length === 0),
    exited,
    waitForExit: (timeoutMs = 5000) => within(exited, timeoutMs, `the end of ${name}`),
    async waitForStderr(pattern, timeoutMs = 5000) {
      const found = await becomesTrue(() => Promise.resolve(pattern.test(stderr())), timeoutMs);
      if (!found) throw new Error(`stderr never matched ${String(pattern)}:\n${stderr()}`);
    },
    kill: (signal = 'SIGTERM') => {
      child.kill(signal);
    },
    endInput: () => {
      child.stdin?.end();
    },
    processes: () => processesOf(pid, marker),
  };
}

/** Ends the server the way a client does and checks that nothing is left; what is left is killed and reported. */
export async function stopProcess(
  server: ServerProcess,
  stopTimeoutMs: number,
): Promise<ServerExit> {
  server.endInput();
  let problem: string | undefined;
  const exit = await server.waitForExit(stopTimeoutMs).catch((error: unknown) => {
    problem = `the server still ran ${stopTimeoutMs} ms after its input ended`;
    return error;
  });
  const isGone = async (): Promise<boolean> => (await server.processes()).length === 0;
  if (problem !== undefined || !(await becomesTrue(isGone, 1000))) {
    const left = await server.processes();
    const names = await Promise.all(left.map(commandLineOf));
    killAll(left);
    problem ??= 'the server left processes behind';
    throw new Error(`${problem}: ${names.join('; ')}\nstderr: ${server.stderr()}`);
  }
  return exit as ServerExit;
}

/** Kills the whole tree at once, for a server that did not start. */
export async function killTree(server: ServerProcess): Promise<void> {
  killAll(await server.processes());
  await server.waitForExit(2000).catch(() => undefined);
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }
}
