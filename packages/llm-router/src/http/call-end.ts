import type { CoolDown, Pass } from '../breaker.ts';
import { ModelError } from '../errors.ts';
import { printableUrl } from './base-url.ts';
import type { CallEnd, Timeouts } from './deadlines.ts';

/** Where a call went, for its errors. */
export interface CallPlace {
  readonly model: string;
  readonly url: string;
  readonly timeouts: Required<Timeouts>;
}

export function aborted(): ModelError {
  return new ModelError('aborted', 'The model call was aborted.');
}

/** The model rests: it was not asked. */
export function restingError({ model, url }: CallPlace, resting: CoolDown): ModelError {
  const seconds = Math.ceil(resting.remainingMs / 1_000);
  return new ModelError(
    resting.code,
    `${model} at ${printableUrl(url)} rests for another ${seconds} s after its last failure; use another provider until then.`,
    { retryAfterMs: resting.remainingMs },
  );
}

/** Turns whatever ended a call into the error the caller gets, and tells the breaker. */
export function settleCall(
  error: unknown,
  {
    pass,
    place,
    end,
  }: { readonly pass: Pass; readonly place: CallPlace; readonly end: CallEnd | undefined },
): ModelError {
  if (end === 'aborted') {
    pass.release();
    return aborted();
  }
  const failed = end === undefined ? error : timedOut(place, end);
  if (!(failed instanceof ModelError)) {
    pass.release();
    return new ModelError('transient', 'The model call failed for a reason inside the program.', {
      cause: failed,
    });
  }
  const { code, retryAfterMs } = failed;
  // A refused request says nothing about the endpoint's health.
  if (code === 'bad_request' || code === 'context' || code === 'content_filter') pass.release();
  else pass.fail({ code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
  return failed;
}

/** Not retried: the wait was the whole patience there was. */
function timedOut({ url, timeouts }: CallPlace, end: Exclude<CallEnd, 'aborted'>): ModelError {
  const at = printableUrl(url);
  const messages = {
    total: `No complete reply from ${at} within ${timeouts.totalMs} ms; raise the total timeout or use another endpoint.`,
    first_byte: `No answer from ${at} within ${timeouts.firstByteMs} ms; raise the first-byte timeout or use another endpoint.`,
    idle: `The answer from ${at} stalled for ${timeouts.idleMs} ms; raise the idle timeout or use another endpoint.`,
  };
  return new ModelError('timeout', messages[end]);
}
