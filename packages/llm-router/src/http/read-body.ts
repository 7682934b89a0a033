import type { CallWatch } from './deadlines.ts';
import type { TransportAnswer } from './transport.ts';

/** No reply of a language model comes near; a body without end must not fill the memory. */
const maxBodyBytes = 64 * 1_048_576;

/** Thrown for a body that is larger than any reply. */
export class BodyTooLarge extends Error {}

export interface BodyReading {
  readonly watch: CallWatch;
  /** How long the next part may take, asked anew for each part. */
  readonly idleMs: () => number;
  /** Gets each part as text; UTF-8 characters may be split between parts. False = enough, the rest is not read. */
  readonly onText: (text: string) => boolean;
}

/** Reads a body part by part. */
export async function readBody(answer: TransportAnswer, reading: BodyReading): Promise<void> {
  const { watch, idleMs, onText } = reading;
  if (answer.body === null) return;
  const decoder = new TextDecoder();
  const parts = answer.body[Symbol.asyncIterator]();
  let bytes = 0;
  for (;;) {
    watch.expect('idle', idleMs());
    const part = await parts.next();
    if (part.done === true) break;
    bytes += part.value.byteLength;
    if (bytes > maxBodyBytes) throw new BodyTooLarge('The answer is too large.');
    if (!onText(decoder.decode(part.value, { stream: true }))) return;
  }
  const last = decoder.decode();
  if (last !== '') onText(last);
}

/** A whole body as text. */
export async function wholeBody(
  answer: TransportAnswer,
  watch: CallWatch,
  idleMs: number,
): Promise<string> {
  let text = '';
  await readBody(answer, {
    watch,
    idleMs: () => idleMs,
    onText: (part) => {
      text += part;
      return true;
    },
  });
  return text;
}
