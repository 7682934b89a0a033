#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { parseCommandLine, type Command } from './cli/command-line.ts';
import type { CommandName } from './cli/command-table.ts';
import { complain, endWithoutReader, printLine } from './cli/output.ts';
import { packageVersion } from './version.ts';

/** This file is one level below the package's folder, in `src` as in `dist`. */
const packageRoot = fileURLToPath(new URL('..', import.meta.url));

async function main(given: readonly string[]): Promise<void> {
  const command = parseCommandLine(given);
  if (command.kind !== 'serve') endWithoutReader();
  switch (command.kind) {
    case 'help':
      process.stdout.write(await help(command.topic));
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
    case 'doctor':
      end(
        await (await import('./cli/doctor/doctor-command.ts')).doctorCommand(command, packageRoot),
      );
      return;
    case 'init':
      end(await (await import('./cli/init/init-command.ts')).initCommand(command));
      return;
    case 'completion':
      printLine((await import('./cli/completion.ts')).completionScript(command.shell));
      return;
    case 'serve_http':
      await serveHttp(command);
      return;
    case 'serve':
      await serve();
  }
}

async function help(topic: CommandName | undefined): Promise<string> {
  const [{ helpText }, { localeLanguage }] = await Promise.all([
    import('./cli/help.ts'),
    import('./cli/locale.ts'),
  ]);
  return helpText(topic, localeLanguage(process.env));
}

/** Ends the process although something may still be open; an exit code that was set before counts more. */
function end(code: number): void {
  process.exit(process.exitCode ?? code);
}

async function serve(): Promise<void> {
  const { createLazyTool, prepareServer, serveOnStdio } = await import('./server/stdio-command.ts');
  serveOnStdio({
    version: packageVersion(packageRoot),
    host: createLazyTool(prepareServer(packageRoot, 'stdio')),
    input: process.stdin,
    output: process.stdout,
    log: complain,
    exit,
  });
}

async function serveHttp({
  port,
  host,
}: Extract<Command, { readonly kind: 'serve_http' }>): Promise<void> {
  const { prepareServer, serveHttp: start } = await import('./server/http/http-command.ts');
  const version = packageVersion(packageRoot);
  await start({ ...prepareServer(packageRoot, 'http'), version, port, host, exit });
}

function exit(code: number): never {
  process.exit(code);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
