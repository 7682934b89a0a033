import { execFile } from 'node:child_process';

export interface NodeRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface NodeRunOptions {
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs Node to its end with little of this machine's environment; rejects when it takes too long. */
export function runNode(args: readonly string[], options: NodeRunOptions): Promise<NodeRun> {
  const { cwd, timeoutMs, env = {} } = options;
  return new Promise((resolve, reject) => {
    const settings = {
      cwd,
      env: { ...bareEnvironment(cwd), ...env },
      timeout: timeoutMs,
      killSignal: 'SIGKILL' as const,
      maxBuffer: 64 * 1024 * 1024,
    };
    execFile(process.execPath, args, settings, (error, stdout, stderr) => {
      if (error?.killed === true) {
        const what = `${args.join(' ')} ran for ${timeoutMs} ms`;
        reject(new Error(`${what}\n${stdout}\n${stderr}`));
        return;
      }
      const code = error === null ? 0 : Number(error.code ?? 1);
      resolve({ code, stdout, stderr });
    });
  });
}

/** No setting, key, proxy or home of this machine reaches what is tested. */
export function bareEnvironment(home: string): Readonly<Record<string, string>> {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, NO_COLOR: '1' };
}
