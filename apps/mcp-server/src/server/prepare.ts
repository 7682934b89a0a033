import { complain } from '../cli/output.ts';
import { workingDirectory } from '../cli/working-directory.ts';
import { findPackageRoot } from '../config/find-env-file.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import { depthVariable, serverDepth } from './server-depth.ts';

/** What every server needs: the settings, and how deep inside of other servers it is. */
export interface Prepared {
  readonly settings: Settings;
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
  readonly isNested: boolean;
  readonly log: (line: string) => void;
}

/** Wrong settings of the HTTP server keep it from starting: `http` leaves it to that refusal to tell them, once. */
export function prepareServer(packageRoot: string, transport: 'stdio' | 'http'): Prepared {
  const environment = process.env;
  const folder = workingDirectory();
  const { settings, problems } = readSettings({
    environment,
    workingDirectory: folder,
    packageRoot: findPackageRoot(packageRoot),
  });
  const toldLater = transport === 'http' ? (settings.http.problems ?? []) : [];
  for (const problem of problems) if (!toldLater.includes(problem)) complain(problem);
  const level = serverDepth(environment);
  // Whatever this process starts inherits it.
  process.env[depthVariable] = String(level + 1);
  return {
    settings,
    environment,
    workingDirectory: folder,
    isNested: level > 0,
    log: complain,
  };
}
