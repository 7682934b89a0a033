import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

export type Revision = '2025-11-25' | '2026-07-28';

export const suiteFolder: string = dirname(
  require.resolve('@modelcontextprotocol/conformance/package.json'),
);

/** The server scenarios that the suite runs for a revision, those that it does not score included. */
export function scenariosOf(revision: Revision): readonly string[] {
  const text = readFileSync(join(suiteFolder, 'requirements', `${revision}.yaml`), 'utf8');
  const scored = /^server:\n((?: +- .*\n| *#.*\n)*)/m.exec(text)?.[1] ?? '';
  const names = Array.from(scored.matchAll(/^ +- (\S+)/gm), ([, name]) => name ?? '');
  const unscored = text.matchAll(/- scenario: (\S+)\n +leg: server\n/g);
  const all = [...names, ...Array.from(unscored, ([, name]) => name ?? '')];
  if (names.length === 0) throw new Error(`No server scenarios found for ${revision}.`);
  return all;
}
