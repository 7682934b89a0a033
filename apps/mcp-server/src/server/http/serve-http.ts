import { Console } from 'node:console';
import { config as configureZod } from 'zod/v4/core';
import { endOnSignals } from './signals.ts';
import { startHttp, type HttpServing, type StartHttpOptions } from './start-http.ts';

export interface ServeHttpOptions extends StartHttpOptions {
  /** Ends the process. */
  readonly exit: (code: number) => void;
}

/**
 * Serves MCP over Streamable HTTP until the process is told to stop, and says on stderr where. Rejects with an AppError that
 * says what to set.
 */
export async function serveHttp(options: ServeHttpOptions): Promise<HttpServing> {
  keepOutputFree();
  // Checks that the protocol library makes from here on are not compiled, which spares a start some work; earlier ones still are.
  configureZod({ jitless: true });
  const serving = await startHttp(options);
  // As it is, without the prefix of a message: programs read it.
  process.stderr.write(`mini-agent-mcp listens on ${serving.url}\n`);
  endOnSignals({ close: serving.close, exit: options.exit, log: options.log });
  return serving;
}

/** What a library prints must not look like a command's output. */
function keepOutputFree(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
  process.stderr.on('error', () => undefined);
}
