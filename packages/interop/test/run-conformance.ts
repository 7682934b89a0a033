import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suiteFolder, type Revision } from './requirement-set.ts';
import { runNode, type NodeRun } from './run-node.ts';

/** One statement of the suite about the server. */
export interface Check {
  readonly id: string;
  readonly description: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

export interface ConformanceRun extends NodeRun {
  readonly scenarios: ReadonlyMap<string, readonly Check[]>;
}

const preload = new URL('../preload/conformance.mjs', import.meta.url);

/** One run takes 2 to 3 s on an idle machine. */
const longestRunMs = 55_000;

/** Runs every scenario of a revision against the server at `url`. */
export async function runConformance(options: {
  readonly url: string;
  readonly revision: Revision;
  readonly expectedFailures: string;
}): Promise<ConformanceRun> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const run = await runNode(
      [
        ...['--import', preload.href, join(suiteFolder, 'dist', 'index.js'), 'server'],
        ...['--url', options.url, '--requirements', options.revision],
        ...['--expected-failures', options.expectedFailures, '--output-dir', folder],
      ],
      { cwd: folder, timeoutMs: longestRunMs },
    );
    return { ...run, scenarios: await readResults(folder) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The suite leaves `server-<scenario>-<time>/checks.json` for every scenario. */
async function readResults(folder: string): Promise<ConformanceRun['scenarios']> {
  const results = new Map<string, readonly Check[]>();
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1];
    if (scenario === undefined) continue;
    const text = await readFile(join(folder, name, 'checks.json'), 'utf8');
    results.set(scenario, JSON.parse(text) as readonly Check[]);
  }
  return results;
}
