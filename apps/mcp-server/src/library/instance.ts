import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CreateHook, NextHook } from '@mini-agent/react-agent';
import { compose, type Composition } from '../compose.ts';
import { findPackageRoot } from '../config/find-env-file.ts';
import { readSettings } from '../config/settings.ts';

/** The hooks of the compatibility entry points; agents made with `createAgent` have their own. */
export const globalHooks: { readonly create: CreateHook[]; readonly next: NextHook[] } = {
  create: [],
  next: [],
};

let current: Composition | undefined;

/** The composition, where it was used already. */
export function usedInstance(): Composition | undefined {
  return current;
}

/** The one composition behind the library entry points, made from the environment when it is first used. */
export function instance(): Composition {
  return (current ??= create());
}

function create(): Composition {
  const environment = process.env;
  const workingDirectory = process.cwd();
  const packageRoot = findPackageRoot(dirname(fileURLToPath(import.meta.url)));
  const { settings, problems } = readSettings({ environment, workingDirectory, packageRoot });
  const log = (line: string): void => {
    process.stderr.write(`mini-agent: ${line}\n`);
  };
  for (const problem of problems) log(problem);
  const composition = compose({
    settings,
    environment,
    workingDirectory,
    log,
    hooks: globalHooks,
  });
  // After a program that simply ends everything is in the readable files.
  process.once('beforeExit', () => {
    composition.close().catch((error: unknown) => {
      log(error instanceof Error ? error.message : 'The stores were not closed.');
    });
  });
  return composition;
}
