import { ModelError } from '../errors.ts';

const versionSegment = /^v\d+(?:(?:alpha|beta)\d*)?$/i;
const endpointPath = '/chat/completions';

/** The addresses of a chat endpoint: the one its base URL means, and the other form, tried once when the first is not found. */
export interface EndpointUrls {
  readonly preferred: string;
  readonly other: string;
}

/**
 * Any version segment in the path (`/v1`, `/v4`, `/v1beta/openai`) is kept; `/v1` is added only to `/openai`, and a bare host gets
 * `barePath`; a trailing `/chat/completions` is accepted. A query stays, a fragment does not.
 * @throws ModelError `bad_request` for what is no http(s) URL or holds a user name or password.
 */
export function endpointUrls(baseUrl: string, barePath = '/v1'): EndpointUrls {
  const url = parseBaseUrl(baseUrl);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  const segments = path.split('/').filter((segment) => segment !== '');
  const versioned = segments.some((segment) => versionSegment.test(segment));
  const last = segments.at(-1);
  const addsVersion = !versioned && (last === undefined || last === 'openai');
  const base = segments.map((segment) => `/${segment}`).join('');
  const without =
    last !== undefined && versionSegment.test(last) ? base.slice(0, -last.length - 1) : base;
  const at = (prefix: string): string => `${url.origin}${prefix}${endpointPath}${url.search}`;
  return {
    preferred: at(last === undefined ? barePath : addsVersion ? `${base}/v1` : base),
    other: at(addsVersion || without !== base ? without : `${base}/v1`),
  };
}

/** A base URL in readable form for messages: no query, which may hold a key. */
export function printableUrl(url: string): string {
  return url.replace(/[?#].*$/, '');
}

/** Whether a URL names this machine, where a key is optional. */
export function isLoopbackUrl(baseUrl: string): boolean {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}

function parseBaseUrl(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) {
    throw new ModelError(
      'bad_request',
      'The base URL is no URL; it should look like https://api.openai.com/v1.',
    );
  }
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ModelError('bad_request', 'The base URL must start with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new ModelError(
      'bad_request',
      'The base URL must not hold a user name or password; give the key as apiKey.',
    );
  }
  return url;
}
