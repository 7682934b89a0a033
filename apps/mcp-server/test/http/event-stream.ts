import { framesOf, type Frame } from './http-harness.ts';

/** An event stream as it comes in. */
export interface EventStream {
  readonly text: () => string;
  readonly frames: () => readonly Frame[];
  /** When each comment came, in milliseconds since the answer's headers. */
  readonly comments: () => readonly number[];
  /** Resolves when the server ends it, or it breaks. */
  readonly ended: Promise<void>;
}

export function followStream(response: Response): EventStream {
  let text = '';
  const begun = performance.now();
  const comments: number[] = [];
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      const piece = decoder.decode(part as Uint8Array, { stream: true });
      for (const line of piece.split('\n')) {
        if (line.startsWith(':')) comments.push(performance.now() - begun);
      }
      text += piece;
    }
  };
  return {
    text: () => text,
    frames: () => framesOf(text),
    comments: () => comments,
    ended: read().catch(() => undefined),
  };
}
