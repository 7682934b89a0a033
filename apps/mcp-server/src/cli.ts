#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { findPackageRoot } from './config/find-env-file.ts';
import { parseCommandLine } from './cli/command-line.ts';
import { complain, endWithoutReader, printLine } from './cli/output.ts';
import { workingDirectory } from './cli/working-directory.ts';
import { packageVersion } from './version.ts';

/** This file is one level below the package's folder, in `src` as in `dist`. */
const packageRoot = fileURLToPath(new URL('..', import.meta.url));

async function main(given: readonly string[]): Promise<void> {
  const command = parseCommandLine(given);
  if (command.kind !== 'serve') endWithoutReader();
  switch (command.kind) {
    case 'help':
      process.stdout.write((await import('./cli/help.ts')).helpText);
      return;
    case 'version':
      process.stdout.write(`${packageVersion(packageRoot)}\n`);
      return;
    case 'usage_error':
      complain(command.message);
      process.exitCode = 2;
      return;
    case 'self_test':
      end(await (await import('./cli/self-test.ts')).selfTest(printLine));
      return;
    case 'run':
      end(await (await import('./cli/run-command.ts')).runCommand(command, packageRoot));
      return;
    case 'serve':
      await serve();
  }
}

/** Ends the process although something may still be open; an exit code that was set before counts more. */
function end(code: number): void {
  process.exit(process.exitCode ?? code);
}

async function serve(): Promise<void> {
  const [{ readSettings }, { createLazyTool }, { serveOnStdio }, depth] = await Promise.all([
    import('./config/settings.ts'),
    import('./server/lazy-tool.ts'),
    import('./server/serve-stdio.ts'),
    import('./server/server-depth.ts'),
  ]);
  const environment = process.env;
  const folder = workingDirectory();
  const { settings, problems } = readSettings({
    environment,
    workingDirectory: folder,
    packageRoot: findPackageRoot(packageRoot),
  });
  for (const problem of problems) complain(problem);
  const level = depth.serverDepth(environment);
  // Whatever this process starts inherits it.
  process.env[depth.depthVariable] = String(level + 1);
  const isNested = level > 0;
  const options = {
    settings,
    environment,
    workingDirectory: folder,
    isNested,
    log: complain,
  };
  serveOnStdio({
    version: packageVersion(packageRoot),
    host: createLazyTool(options),
    input: process.stdin,
    output: process.stdout,
    log: complain,
    exit: (code) => process.exit(code),
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
