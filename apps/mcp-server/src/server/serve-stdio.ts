import { Console } from 'node:console';
import type { Readable, Writable } from 'node:stream';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { config as configureZod } from 'zod/v4/core';
import type { ToolHost } from './lazy-tool.ts';
import type { RequestId } from './message-gate.ts';
import { watchParent } from './parent-watch.ts';
import { createSession } from './session.ts';
import { createStdioTransport, type StdioTransport } from './stdio-transport.ts';
import { publicTool } from './tool-definition.ts';

export interface ServeOptions {
  readonly version: string;
  readonly host: ToolHost;
  readonly input: Readable;
  readonly output: Writable;
  readonly log: (line: string) => void;
  /** Ends the process. */
  readonly exit: (code: number) => void;
}

/** Everything is over within 2 s of the client leaving: calls are finished first, what is left is for writing. */
const leaveMs = 1_900;
const finishMs = 1_500;
const flushMs = 100;

/** What may wait for somebody to read the log, in bytes; further lines are dropped meanwhile. */
const mostUnreadLog = 1024 * 1024;

/** Serves MCP on a pair of streams until the client leaves, the process is told to stop, or nobody reads any more. */
export function serveOnStdio(options: ServeOptions): void {
  // Checks that the protocol library makes from here on are not compiled, which spares a start some work; earlier ones still are.
  configureZod({ jitless: true });
  const { host, input, output } = options;
  let isLeaving = false;
  const log = boundedLog(options.log);
  const leave = async (code: number): Promise<void> => {
    if (isLeaving) return;
    isLeaving = true;
    // Whatever goes wrong from here on, the process ends.
    setTimeout(options.exit, leaveMs, code);
    const end = performance.now() + leaveMs;
    const left = (): number => Math.max(flushMs, end - performance.now());
    parent.stop();
    host.stopModelRuns();
    await atMost(finishMs, transport.whenIdle());
    transport.stopReading();
    await atMost(left() - flushMs, host.flush());
    await atMost(left(), transport.flush());
    options.exit(code);
  };
  const leaveWithoutAnswers = (ids: readonly RequestId[]): void => {
    for (const id of ids) transport.cancelRequest(id);
    void leave(0);
  };
  // Nobody waits for a model any more: such calls are stopped and get no answer. Calls without a model are finished.
  const onInputEnd = (): void => {
    leaveWithoutAnswers(transport.modelCalls());
  };
  const transport: StdioTransport = createStdioTransport({
    input,
    output,
    log,
    onInputEnd,
    onOutputGone: () => {
      leaveWithoutAnswers(transport.openRequests());
    },
  });
  keepForProtocol(output);
  const parent = watchParent(onInputEnd);
  stopOnSignals((code) => void leave(code), options.exit);
  process.on('uncaughtException', (error) => {
    log(`Internal error, the server stops: ${error.message}`);
    void leave(1);
  });

  const createServer: McpServerFactory = ({ era }) =>
    createSession({
      version: options.version,
      era,
      tool: publicTool,
      caller: 'local',
      loadTool: host.load,
      onModelCall: (id, isOpen) => {
        if (!isOpen) return;
        if (isLeaving) transport.cancelRequest(id);
        else transport.noteModelCall(id);
      },
    });
  const onerror = (error: Error): void => {
    log(error.message);
  };
  serveStdio(createServer, { transport, onerror });
}

/** Keeps a client that does not read the log from filling this process with it. */
function boundedLog(log: (line: string) => void): (line: string) => void {
  return (line) => {
    if (process.stderr.writableLength < mostUnreadLog) log(line);
  };
}

/**
 * Nothing but the protocol may be on its stream: what a library prints, or writes to the stream itself, or a worker thread does,
 * goes to stderr.
 */
function keepForProtocol(output: Writable): void {
  globalThis.console = new Console(process.stderr, process.stderr);
  const elsewhere: (...args: Parameters<typeof process.stderr.write>) => boolean = (...args) =>
    process.stderr.write(...args);
  output.write = elsewhere as Writable['write'];
  // The client may be gone when the last line is logged.
  process.stderr.on('error', () => undefined);
}

const signals: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
];

/** The first signal ends cleanly with code 0 (130 for an interrupt), a second one at once. */
function stopOnSignals(leave: (code: number) => void, exit: (code: number) => void): void {
  let count = 0;
  for (const [signal, code] of signals) {
    process.on(signal, () => {
      count += 1;
      if (count > 1) exit(code);
      else leave(signal === 'SIGINT' ? code : 0);
    });
  }
}

function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
