import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../stdio-harness.ts';

export interface LibraryWorld {
  /** The folder of the stores, which is also the working directory. */
  readonly home: string;
  /** What was written to stderr. */
  readonly printed: () => string;
  /** What happens when the process has nothing more to do. */
  readonly end: () => Promise<void>;
}

const cleared = [
  'LLM_API_KEY',
  'LLM_BASE_URL',
  'LLM_MODEL',
  'LLM_MODE_ORDER',
  'LLM_PROVIDER',
  'LLM_PROVIDERS_PATH',
  'MINI_AGENT_FAST_PATH',
  'AGENT_MAX_TURNS',
];

/**
 * A fresh library for one test: its singletons are made anew by the next import, from an environment without settings of this machine,
 * in a temporary home. Use it before a dynamic import.
 */
export function freshLibrary(environment: Readonly<Record<string, string>> = {}): LibraryWorld {
  const home = environment['MINI_AGENT_HOME'] ?? temporaryFolder();
  writeFileSync(join(home, '.env'), '');
  const lines: string[] = [];
  vi.resetModules();
  for (const name of cleared) vi.stubEnv(name, '');
  const settings = { MINI_AGENT_HOME: home, ANYSEARCH_ENABLED: 'false', ...environment };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.spyOn(process, 'cwd').mockReturnValue(home);
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  const others = new Set<unknown>(process.listeners('beforeExit'));
  const end = async (): Promise<void> => {
    for (const listener of process.listeners('beforeExit')) {
      if (!others.has(listener)) process.removeListener('beforeExit', listener);
    }
    const { usedInstance } = await import('../../src/library/instance.ts');
    await usedInstance()?.close();
  };
  onTestFinished(async () => {
    await end();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  return { home, printed: () => lines.join(''), end };
}
