import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface StartedProcess {
  /** Everything printed so far, by line. */
  readonly lines: readonly string[];
  readonly errors: () => string;
  /** Resolves when that many lines are there, or the process has ended. */
  untilLines(count: number): Promise<void>;
  kill(): void;
  /** Resolves to the exit code, or the name of the signal, when all output was read. */
  readonly ended: Promise<number | string>;
}

export interface ProcessOptions {
  readonly args: readonly string[];
  /** Largest file it may write, in blocks of 1024 bytes (`ulimit -f`). */
  readonly fileBlocks?: number;
}

/** Starts the programs of a folder, named by their file, from source. */
export function programsIn(
  folder: URL,
): (program: string, options: ProcessOptions) => StartedProcess {
  return (program, options) => startProgram(fileURLToPath(new URL(program, folder)), options);
}

function startProgram(path: string, options: ProcessOptions): StartedProcess {
  const node = [process.execPath, '--conditions', '@mini-agent/source', '--import', 'tsx', path];
  const command = [...node, ...options.args];
  const limited = `ulimit -f ${options.fileBlocks ?? 'unlimited'}; exec "$@"`;
  const [file = '', ...args] =
    options.fileBlocks === undefined ? command : ['bash', '-c', limited, 'bash', ...command];
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let errors = '';
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  const waiting = new Set<() => void>();
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    for (const wake of waiting) wake();
  });
  const ended = Promise.all([once(child, 'close'), once(reader, 'close')]).then(
    ([[code, signal]]) => {
      for (const wake of waiting) wake();
      return (code ?? signal) as number | string;
    },
  );
  return {
    lines,
    errors: () => errors,
    ended,
    kill: () => child.kill('SIGKILL'),
    untilLines: async (count) => {
      while (lines.length < count && child.exitCode === null && child.signalCode === null) {
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
        });
      }
      waiting.clear();
    },
  };
}
