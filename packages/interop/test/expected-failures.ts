import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Check } from './run-conformance.ts';

/** What a server may fail: scenario → the checks that may fail in it, or `all`. */
export type ExpectedFailures = ReadonlyMap<string, 'all' | ReadonlySet<string>>;

export function expectedFailuresFile(name: string): string {
  return fileURLToPath(new URL(`expected-failures/${name}.yaml`, import.meta.url));
}

/** Reads the list of entries `scenario` and `scenario:check` that the suite itself takes as well. */
export function parseExpectedFailures(text: string): ExpectedFailures {
  const entries = new Map<string, 'all' | Set<string>>();
  for (const line of text.split('\n')) {
    const content = line.replace(/(?:^|\s)#.*$/, '').trimEnd();
    if (content === '' || content === 'server:') continue;
    const [, scenario = '', check] = /^ {2}- ([\w.-]+)(?::([\w.$-]+))?$/.exec(content) ?? [];
    if (scenario === '') throw new Error(`Not an entry: ${JSON.stringify(line)}`);
    const known = entries.get(scenario);
    if (known === 'all' || (known !== undefined && check === undefined)) {
      throw new Error(`${scenario} is listed twice.`);
    }
    if (check === undefined) entries.set(scenario, 'all');
    else entries.set(scenario, (known ?? new Set()).add(check));
  }
  return entries;
}

export function readExpectedFailures(name: string): ExpectedFailures {
  return parseExpectedFailures(readFileSync(expectedFailuresFile(name), 'utf8'));
}

/**
 * What is wrong with a scenario's outcome: a check that failed unexpectedly, or an entry of the list whose failure is gone.
 * A warning counts as a failure, as it does for the suite's own list.
 */
export function problemsOf(
  scenario: string,
  checks: readonly Check[],
  expected: ExpectedFailures,
): readonly string[] {
  if (checks.length === 0) return ['did not run to its end'];
  const entry = expected.get(scenario);
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  if (entry === 'all') {
    return failed.length > 0 ? [] : ['passes now: take it off the list of expected failures'];
  }
  if (!checks.some(({ status }) => status === 'SUCCESS' || status === 'SKIPPED')) {
    return ['no check of it succeeded', ...failed.map(describe)];
  }
  const failedIds = new Set(failed.map(({ id }) => id));
  const stale = Array.from(entry ?? []).filter((id) => !failedIds.has(id));
  return [
    ...failed.filter(({ id }) => entry?.has(id) !== true).map(describe),
    ...stale.map((id) => `${id} passes now: take it off the list of expected failures`),
  ];
}

/** The suite may quote a whole message of the server. */
const longestReason = 600;

function describe({ id, description, errorMessage }: Check): string {
  const reason = errorMessage ?? 'failed without a message';
  const shown = reason.length > longestReason ? `${reason.slice(0, longestReason)} …` : reason;
  return `${id} (${description}): ${shown}`;
}
