import { Console } from 'node:console';
import type { Readable, Writable } from 'node:stream';
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

/** Serves MCP on a pair of streams until the client leaves, the process is told to stop, or nobody reads any more. */
export function serveOnStdio(options: ServeOptions): void {
  keepOutputForProtocol();
  // Compiling the checks of the protocol library costs a start more than it ever saves.
  configureZod({ jitless: true });
  const { host } = options;
  const modelCalls = new Set<RequestId>();
  let isInputOver = false;
  let isLeaving = false;
  const leave = async (code: number): Promise<void> => {
    if (isLeaving) return;
    isLeaving = true;
    const end = performance.now() + leaveMs;
    parent.stop();
    host.stopModelRuns();
    await atMost(finishMs, transport.whenIdle());
    transport.stopReading();
    await atMost(end - performance.now() - flushMs, host.flush());
    await atMost(flushMs, transport.flush());
    options.exit(code);
  };
  const onInputEnd = (): void => {
    isInputOver = true;
    // Nobody waits for these any more: they are stopped and get no answer. Calls without a model are finished.
    for (const id of modelCalls) transport.cancelRequest(id);
    void leave(0);
  };
  const transport: StdioTransport = createStdioTransport({
    input: options.input,
    output: options.output,
    log: options.log,
    onInputEnd,
    onOutputGone: () => {
      for (const id of transport.openRequests()) transport.cancelRequest(id);
      void leave(0);
    },
  });
  const parent = watchParent(onInputEnd);
  stopOnSignals((code) => void leave(code), options.exit);

  serveStdio(
    ({ era }) =>
      createSession({
        version: options.version,
        era,
        tool: publicTool,
        caller: 'local',
        loadTool: host.load,
        onModelCall: (id, isOpen) => {
          if (!isOpen) modelCalls.delete(id);
          else if (isInputOver) transport.cancelRequest(id);
          else modelCalls.add(id);
        },
      }),
    {
      transport,
      onerror: (error) => {
        options.log(error.message);
      },
    },
  );
}

/** Libraries that print must not break the protocol: what they say goes to stderr. */
function keepOutputForProtocol(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
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
