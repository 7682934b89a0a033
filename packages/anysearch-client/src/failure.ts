import type { SearchErrorCode } from '@mini-agent/foundation/errors';
import type { Secret } from '@mini-agent/foundation/secret';
import { AnySearchError } from './errors.ts';
import { mentionsAccount, namesAccount, quotable } from './upstream-text.ts';

/** What an error answer told, whatever form it had. */
export interface FailureReport {
  readonly text: string;
  /** The service's own name for the error (`invalid_api_key` …), where a field carries it. */
  readonly symbol?: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

/** The service's error symbols (its documentation, "error codes"). */
const symbolCodes: Readonly<Record<string, SearchErrorCode>> = {
  invalid_request: 'validation_error',
  invalid_extract_url: 'validation_error',
  invalid_api_key: 'access_denied',
  invalid_auth_header: 'access_denied',
  expired_api_key: 'access_denied',
  account_disabled: 'access_denied',
  private_capability_not_enabled: 'permission_denied',
  extract_target_blocked: 'permission_denied',
  daily_free_quota_exhausted: 'quota',
  user_daily_quota_exhausted: 'quota',
  quota_exhausted: 'quota',
  rate_limit_exceeded: 'rate_limited',
  rate_limit_exceeded_user: 'rate_limited',
  extract_unsupported_content: 'upstream_4xx',
  extract_content_too_large: 'upstream_4xx',
  extract_canceled: 'upstream_5xx',
  extract_failed: 'upstream_5xx',
  extract_fetch_failed: 'upstream_5xx',
  extract_upstream_error: 'upstream_5xx',
  extract_proxy_unavailable: 'upstream_5xx',
  extract_timeout: 'timeout',
  internal_error: 'upstream_5xx',
  quota_check_failed: 'upstream_5xx',
  guard_evaluate_failed: 'upstream_5xx',
  capability_temporarily_unavailable: 'upstream_5xx',
  service_unavailable: 'upstream_5xx',
};

const statusCodes: Readonly<Record<number, SearchErrorCode>> = {
  400: 'validation_error',
  401: 'access_denied',
  402: 'quota',
  403: 'permission_denied',
  408: 'timeout',
  422: 'validation_error',
  429: 'rate_limited',
  504: 'timeout',
};

/** What the user can do about it. The service's own words follow where they are safe to show. */
const advice: Partial<Record<SearchErrorCode, string>> = {
  access_denied:
    'AnySearch refused the API key. Check ANYSEARCH_API_KEY, or remove it to search anonymously',
  quota:
    'The AnySearch quota is used up. Wait until tomorrow, use a key of your own, or another search engine',
  rate_limited: 'AnySearch asks for slower requests',
  permission_denied: 'AnySearch does not allow this target or capability',
  validation_error: 'AnySearch did not accept the arguments',
  timeout: 'AnySearch gave up on a slow source',
  upstream_4xx: 'AnySearch could not do this',
  upstream_5xx: 'AnySearch failed on its side; try again later',
};

/** The typed error for a report. Keys, passwords and user names in it never reach the message. */
export function failureOf(report: FailureReport, known: readonly Secret[] = []): AnySearchError {
  const symbol = report.symbol ?? symbolIn(report.text);
  const code = codeOf(report, symbol);
  // With the notice that the quota is gone the service sends credentials, in words that nobody can foresee.
  const isNotice = code === 'quota' && mentionsAccount(report.text);
  const quote = isNotice ? undefined : quotable(report.text, known);
  const words = quote === undefined || quote === '' ? '.' : `: ${quote}`;
  return new AnySearchError(code, `${advice[code] ?? 'AnySearch failed'}${words}`, {
    ...(report.status === undefined ? {} : { status: report.status }),
    ...(report.retryAfterMs === undefined ? {} : { retryAfterMs: report.retryAfterMs }),
    ...(symbol === undefined ? {} : { details: { symbol } }),
  });
}

/** True for a text that says that the quota is gone, although it came as an ordinary result. */
export function isQuotaNotice(text: string): boolean {
  const symbol = symbolIn(text);
  return (symbol !== undefined && symbolCodes[symbol] === 'quota') || speaksOfQuota(text);
}

function codeOf(report: FailureReport, symbol: string | undefined): SearchErrorCode {
  if (namesAccount(report.text)) return 'quota';
  const bySymbol = symbol === undefined ? undefined : symbolCodes[symbol];
  if (bySymbol !== undefined) return bySymbol;
  const { status } = report;
  if (status !== undefined && status >= 300) {
    return statusCodes[status] ?? (status >= 500 ? 'upstream_5xx' : 'upstream_4xx');
  }
  if (/^(?:invalid tag|missing required param)/i.test(report.text.trim()))
    return 'validation_error';
  return speaksOfQuota(report.text) ? 'quota' : 'upstream_4xx';
}

/** A known symbol as the first line, or anywhere as a word of its own. */
function symbolIn(text: string): string | undefined {
  const words = text.slice(0, 2000).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  return words.find((word) => word in symbolCodes);
}

function speaksOfQuota(text: string): boolean {
  const start = text.slice(0, 2000);
  return (
    namesAccount(start) ||
    /\bquota\b.{0,60}\b(?:exceeded|exhausted|used up|reached|gone)\b/is.test(start) ||
    /\b(?:exceeded|exhausted|used up)\b.{0,60}\bquota\b/is.test(start) ||
    /(?:额度|配额).{0,20}(?:用完|用尽|耗尽|不足|超出)/s.test(start)
  );
}
