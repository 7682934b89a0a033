import { abortable } from '@mini-agent/foundation/time';
import type { RequestWatch } from './deadlines.ts';
import type { TransportAnswer } from './transport.ts';

/** No reply of a language model comes near; a body without end must not fill the memory. */
const maxBodyBytes = 64 * 1_048_576;

/** Thrown for a body that is larger than any reply. */
export class BodyTooLarge extends Error {}

/** The parts of a body as text, each within `idleMs()` of the one before; UTF-8 characters may be split between parts. */
export async function* bodyText(
  answer: TransportAnswer,
  watch: RequestWatch,
  idleMs: () => number,
): AsyncGenerator<string, void> {
  if (answer.body === null) return;
  const decoder = new TextDecoder();
  const parts = answer.body[Symbol.asyncIterator]();
  let bytes = 0;
  for (;;) {
    watch.expectNext(idleMs());
    const part = await abortable(parts.next(), watch.signal);
    if (part.done === true) break;
    bytes += part.value.byteLength;
    if (bytes > maxBodyBytes) throw new BodyTooLarge('The answer is too large.');
    yield decoder.decode(part.value, { stream: true });
  }
  yield decoder.decode();
}

/** A whole body as text. */
export async function wholeBody(
  answer: TransportAnswer,
  watch: RequestWatch,
  idleMs: number,
): Promise<string> {
  let text = '';
  for await (const part of bodyText(answer, watch, () => idleMs)) text += part;
  return text;
}
