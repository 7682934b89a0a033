import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { createInputGate } from './input-gate.ts';
import { createLineReader, type FoundLine } from './line-reader.ts';
import {
  judgeMessage,
  judgeTooLongLine,
  unreadable,
  type RequestId,
  type Verdict,
  type WireMessage,
} from './message-gate.ts';
import { createOpenRequests, type OpenRequests } from './open-requests.ts';
import { toWellFormedJson } from './well-formed-json.ts';

export interface StdioTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Longest line that is read, in bytes; default 64 MiB. */
  readonly longestLineBytes?: number;
  readonly log: (line: string) => void;
  /** The client will send nothing more. Called once. */
  readonly onInputEnd: () => void;
  /** Nobody reads what is written (EPIPE). Called once. */
  readonly onOutputGone: () => void;
}

/**
 * Newline-delimited JSON over a pair of streams, forgiving in what it reads: see `createLineReader` and `judgeMessage`.
 * Unlike a transport that closes itself at the end of its input it leaves open requests to its owner.
 */
export interface StdioTransport extends Transport {
  /** Ids of requests that were received and not yet answered or cancelled. */
  readonly openRequests: () => readonly RequestId[];
  /** Ends a request as if its client had cancelled it: it is aborted and gets no answer. */
  readonly cancelRequest: (id: RequestId) => void;
  /** Notes that a model may be asked for an open request. */
  readonly noteModelCall: (id: RequestId) => void;
  /** Ids of open requests for which a model may be asked. */
  readonly modelCalls: () => readonly RequestId[];
  /** Resolves when no request is open. */
  readonly whenIdle: () => Promise<void>;
  /** Resolves when everything written has left this process. */
  readonly flush: () => Promise<void>;
  readonly stopReading: () => void;
}

const defaultLongestLine = 64 * 1024 * 1024;

export function createStdioTransport(options: StdioTransportOptions): StdioTransport {
  const { input, output } = options;
  const open = createOpenRequests();
  const writer = createWriter(output, options.onOutputGone);
  const deliver = (message: JSONRPCMessage): void => {
    open.received(message);
    transport.onmessage?.(message);
  };
  const reader = createReader({ ...options, open, deliver, answer: writer.write });
  const gate = createInputGate(input, output, reader.push);
  const onInputOver = once(() => {
    gate.releaseAll();
    reader.end();
    options.onInputEnd();
  });

  const transport: StdioTransport = {
    start: () => {
      output.on('error', writer.onError).on('drain', gate.release);
      input.on('end', onInputOver).on('close', onInputOver).on('error', onInputOver);
      input.on('data', gate.take);
      return Promise.resolve();
    },
    send: (message) => {
      open.sent(message);
      return writer.write(message);
    },
    close: () => {
      transport.stopReading();
      transport.onclose?.();
      return Promise.resolve();
    },
    openRequests: open.ids,
    cancelRequest: (id) => {
      deliver({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    },
    noteModelCall: open.asksModel,
    modelCalls: open.modelCalls,
    whenIdle: open.whenNone,
    flush: writer.flush,
    stopReading: () => {
      input.off('data', gate.take);
      gate.close();
    },
  };
  return transport;
}

interface Writer {
  readonly write: (message: object) => Promise<void>;
  readonly flush: () => Promise<void>;
  readonly onError: () => void;
}

/**
 * Once the other side is gone, what is written goes nowhere, and nobody is told again. The stream's own method is taken now: its
 * owner may close the public one to everybody else.
 */
function createWriter(output: Writable, onGone: () => void): Writer {
  const writeOut = output.write.bind(output) as (text: string, done: () => void) => boolean;
  let isGone = false;
  const write = (text: string): Promise<void> =>
    new Promise((resolve) => {
      if (isGone) resolve();
      else {
        writeOut(text, resolve);
      }
    });
  const tell = once(onGone);
  return {
    write: (message) => write(`${toWellFormedJson(JSON.stringify(message))}\n`),
    flush: () => write(''),
    onError: () => {
      isGone = true;
      tell();
    },
  };
}

interface ReaderOptions extends Pick<StdioTransportOptions, 'log' | 'longestLineBytes'> {
  readonly open: OpenRequests;
  readonly deliver: (message: JSONRPCMessage) => void;
  readonly answer: (message: object) => Promise<void>;
}

interface Reader {
  readonly push: (chunk: Buffer) => void;
  readonly end: () => void;
}

function createReader(options: ReaderOptions): Reader {
  const { log, open, deliver, answer } = options;
  const longestLineBytes = options.longestLineBytes ?? defaultLongestLine;
  const lines = createLineReader(longestLineBytes);
  const act = ({ forward, answers, dropped }: Verdict): void => {
    if (dropped !== undefined) log(`Ignored a message: ${dropped}.`);
    for (const error of answers) void answer(error);
    if (forward === undefined) return;
    if (isRequest(forward) && !isReadable(forward)) void answer(unreadable(forward.id));
    else deliver(forward as JSONRPCMessage);
  };
  const read = (line: FoundLine): void => {
    if (line.kind === 'too_long') {
      act(judgeTooLongLine(line.head, line.tail, longestLineBytes));
      return;
    }
    const message = parse(line.text);
    if (message === undefined) log('Ignored a line that is not JSON.');
    else act(judgeMessage(message.json, open.has));
  };
  return {
    push: (chunk) => {
      for (const line of lines.push(chunk)) read(line);
    },
    end: () => {
      for (const line of lines.end()) read(line);
    },
  };
}

function isRequest(message: WireMessage): message is WireMessage & { readonly id: RequestId } {
  return message.method !== undefined && message.id !== undefined;
}

/** Whether the protocol library takes a request. Most plainly are one; it looks at the rest itself, which takes far longer. */
function isReadable(message: WireMessage): boolean {
  const { jsonrpc, id, method, params } = message as unknown as Readonly<Record<string, unknown>>;
  const isPlain =
    jsonrpc === '2.0' &&
    (typeof id === 'string' || Number.isSafeInteger(id)) &&
    typeof method === 'string' &&
    isPlainParams(params);
  return (isPlain && Object.keys(message).length <= 4) || isJSONRPCRequest(message);
}

function isPlainParams(params: unknown): boolean {
  if (params === undefined) return true;
  return (
    typeof params === 'object' && params !== null && !Array.isArray(params) && !('_meta' in params)
  );
}

function parse(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}
