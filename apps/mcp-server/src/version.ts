import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this package: fixed in by the build, read from package.json when run from source. */
export function packageVersion(packageRoot: string): string {
  const built = process.env['MINI_AGENT_VERSION'];
  if (built !== undefined) return built;
  const text = readFileSync(join(packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
