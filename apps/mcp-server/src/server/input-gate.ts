import type { Readable, Writable } from 'node:stream';

/** What may wait for the client to read it, in bytes; one answer is at most about 1 MB. */
const mostUnreadBytes = 8 * 1024 * 1024;

/** What a client that does not read may send meanwhile, in bytes. */
const mostHeldBytes = 32 * 1024 * 1024;

export interface InputGate {
  readonly take: (chunk: Buffer) => void;
  /** Passes on what was held back, bit by bit, as long as the client reads. */
  readonly release: () => void;
  /** Passes on everything: nothing more will come. */
  readonly releaseAll: () => void;
  /** Drops what is held back, and takes nothing more. */
  readonly close: () => void;
}

/**
 * A client that sends on without reading would fill this process. What it sends is then held back unread until it has caught up,
 * and at last not even taken; it is taken for a while, because the end of the input comes behind it.
 */
export function createInputGate(
  input: Readable,
  output: Writable,
  push: (chunk: Buffer) => void,
): InputGate {
  let held: Buffer[] = [];
  let size = 0;
  let isClosed = false;

  const isBehind = (): boolean => output.writableLength > mostUnreadBytes;
  const releaseOne = (): void => {
    const chunk = held.shift();
    if (chunk === undefined || isClosed) return;
    const wasFull = size > mostHeldBytes;
    size -= chunk.length;
    if (wasFull && size <= mostHeldBytes) input.resume();
    push(chunk);
  };
  const release = (): void => {
    releaseOne();
    if (held.length > 0 && !isBehind()) setImmediate(release);
  };
  return {
    take: (chunk) => {
      if (held.length === 0 && !isBehind()) {
        push(chunk);
        return;
      }
      held.push(chunk);
      size += chunk.length;
      if (size > mostHeldBytes) input.pause();
    },
    release,
    releaseAll: () => {
      while (held.length > 0 && !isClosed) releaseOne();
    },
    close: () => {
      isClosed = true;
      held = [];
      size = 0;
      input.pause();
    },
  };
}
