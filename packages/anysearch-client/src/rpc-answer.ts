import type { Secret } from '@mini-agent/foundation/secret';
import { AnySearchError } from './errors.ts';
import { failureOf } from './failure.ts';
import { quotable } from './upstream-text.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** True for anything with fields; arrays and null are none. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a JSON-RPC answer, as against a notification or a request of the server, which are skipped. */
export function isAnswer(value: unknown): value is Fields {
  return isFields(value) && !('method' in value) && ('result' in value || 'error' in value);
}

/** The result in an answer to request `id`; everything else is a typed error. */
export function resultOf(answer: unknown, id: number, known: readonly Secret[]): Fields {
  if (!isAnswer(answer)) {
    if (isFields(answer) && answer['code'] === -1) {
      throw failureOf({ text: textField(answer, 'message'), ...symbolOf(answer) }, known);
    }
    throw new AnySearchError(
      'parse_error',
      'The address answers, but not as AnySearch does. Check the base URL.',
    );
  }
  if (isFields(answer['error'])) throw rpcFailure(answer['error'], known);
  if (answer['id'] !== id) {
    throw new AnySearchError(
      'parse_error',
      'AnySearch answered another request than the one sent.',
    );
  }
  if (!isFields(answer['result'])) {
    throw new AnySearchError('parse_error', 'AnySearch answered without a result.');
  }
  return answer['result'];
}

/** The error symbol of a REST body; the service's clients were seen to read either field. */
export function symbolOf(body: Fields): { symbol?: string } {
  const symbol = body['error_code'] ?? body['symbol'];
  return typeof symbol === 'string' ? { symbol } : {};
}

export function textField(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** JSON-RPC 2.0 §5.1; -32602 is also how the service refuses a tool that it no longer has. */
function rpcFailure(error: Fields, known: readonly Secret[]): AnySearchError {
  const code = typeof error['code'] === 'number' ? error['code'] : 0;
  const text = quotable(textField(error, 'message'), known) ?? '';
  const words = text === '' ? '' : `: ${text}`;
  const details = { details: { rpcCode: code } };
  if (code === -32_601 || code === -32_602) {
    return new AnySearchError('validation_error', `AnySearch refused the call${words}`, details);
  }
  if (code === -32_700 || code === -32_600) {
    return new AnySearchError('parse_error', `AnySearch did not understand${words}`, details);
  }
  return new AnySearchError('upstream_5xx', `AnySearch failed on its side${words}`, details);
}
