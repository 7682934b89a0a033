import type { ModelErrorCode } from '@mini-agent/foundation/errors';
import type { Failure } from '../failure.ts';
import type { ErrorBody } from './error-body.ts';
import type { EndpointProfile, ErrorClass } from './profile.ts';
import type { HeaderReader } from './retry-delay.ts';
import { retryDelayMs } from './retry-delay.ts';

export interface ErrorAnswer {
  readonly status: number;
  readonly header: HeaderReader;
  readonly body: ErrorBody;
  /** Where the request went, without query. */
  readonly url: string;
  readonly now: number;
  /** What the endpoint's own codes mean. */
  readonly errorCodes?: EndpointProfile['errorCodes'];
}

const contextWords =
  /context[_ ]length|context window|maximum context|too many (?:input )?tokens|prompt is too long|input is too long|reduce the length|exceeds? the (?:model'?s? )?(?:maximum|max) (?:number of )?(?:input )?tokens|上下文长度|超出.{0,12}长度/i;
const filterWords =
  /content[_ ]?filter|content_policy|content management policy|data_inspection_failed|ResponsibleAIPolicy|内容安全|敏感(?:内容|词)/i;
/** Prose quota words in a 429 are often a plain rate limit; these mean money or a whole day. */
const quotaWords =
  /insufficient[_ ](?:user_)?(?:quota|balance|credit|fund)|credit balance|billing[_ ](?:hard_limit|not_active)|out of (?:tokens|credits)|per[ _-]?day\b|PerDay|daily (?:limit|quota)|arrearage|余额不足|欠费|额度(?:已)?(?:用尽|用完|不足|耗尽)/i;

/** The statuses that pass: request timeout, conflict, too early, the server's own and Anthropic's "overloaded". */
function isTransientStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status >= 500;
}

/** Sorts an error answer into one of the classes that decide about retry, cool-down and fall-back. */
export function classify(answer: ErrorAnswer): Failure {
  const { body } = answer;
  const own = ownClass(answer);
  const status = effectiveStatus(answer, own);
  const code = own ?? codeOf(status, body);
  const retryAfterMs =
    code === 'rate_limited' || code === 'quota' || code === 'transient'
      ? retryDelayMs(answer.header, body, answer.now)
      : undefined;
  return {
    code,
    message: messageOf(code, status, answer.url),
    status,
    text: body.text,
    retries: retriesOf(code, body),
    ...(body.code === undefined ? {} : { providerCode: body.code }),
    ...(body.param === undefined ? {} : { param: body.param }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(body.failedGeneration === undefined ? {} : { failedGeneration: body.failedGeneration }),
  };
}

/** The class that the endpoint's profile gives to the error's code. */
function ownClass({ body, errorCodes }: ErrorAnswer): ErrorClass | undefined {
  if (errorCodes === undefined) return undefined;
  const code = [body.rawCode, body.code].find(
    (name) => name !== undefined && Object.hasOwn(errorCodes, name),
  );
  return code === undefined ? undefined : errorCodes[code];
}

/** The status that belongs to a class. */
const usualStatus: Readonly<Record<ErrorClass, number>> = {
  bad_request: 400,
  context: 400,
  content_filter: 400,
  auth: 401,
  quota: 402,
  rate_limited: 429,
  transient: 502,
};

/** An error that rides in a 200 has its status in its code, or is taken for a passing one. */
function effectiveStatus({ status, body }: ErrorAnswer, own: ErrorClass | undefined): number {
  if (status >= 400) return status;
  if (own !== undefined) return usualStatus[own];
  if (body.status !== undefined) return body.status;
  if (/rate_?limit|too_many_requests|throttl/i.test(body.code ?? '')) return 429;
  if (/invalid_request|invalid_argument|bad_request/i.test(body.code ?? '')) return 400;
  if (/authentication|invalid_api_key|unauthenticated/i.test(body.code ?? '')) return 401;
  return 502;
}

function codeOf(status: number, body: ErrorBody): ModelErrorCode {
  const said = `${body.code ?? ''} ${body.text}`;
  if (status === 402 || quotaWords.test(said)) return 'quota';
  if (status === 429) return 'rate_limited';
  if (isTransientStatus(status)) return 'transient';
  if (status === 400 || status === 413 || status === 422) {
    if (body.param?.startsWith('max_') !== true && contextWords.test(said)) return 'context';
    if (filterWords.test(said)) return 'content_filter';
    return 'bad_request';
  }
  return status === 401 || status === 403 ? 'auth' : 'bad_request';
}

function retriesOf(code: ModelErrorCode, body: ErrorBody): number {
  if (code === 'rate_limited' || code === 'transient') return Infinity;
  // The model wrote a call that the server could not read; asked again it mostly writes a proper one.
  return body.failedGeneration !== undefined || body.code === 'tool_use_failed' ? 1 : 0;
}

function messageOf(code: ModelErrorCode, status: number, url: string): string {
  const at = `HTTP ${status} from ${url}`;
  switch (code) {
    case 'auth':
      return `The key was refused (${at}); check the API key and what it may use.`;
    case 'quota':
      return `The account has no quota or credit left (${at}); top it up or use another provider.`;
    case 'rate_limited':
      return `Too many requests (${at}); try again later.`;
    case 'transient':
      return `The endpoint has a passing problem (${at}); try again later.`;
    case 'context':
      return `The conversation is longer than the model takes (${at}); shorten it.`;
    case 'content_filter':
      return `The endpoint's content filter refused the request (${at}).`;
    default:
      return status === 404
        ? `Nothing answers at ${url} (HTTP 404); check the base URL and the model name.`
        : `The endpoint refused the request (${at}); check the model name and the parameters.`;
  }
}
