import { AnySearchError } from './errors.ts';

/**
 * The MCP address for a configured base URL: a bare origin, one that ends in `/mcp`, or one of the service's REST
 * addresses (`…/v1`, `…/v1/search`), whose MCP endpoint lies beside it.
 */
export function resolveEndpoint(baseUrl: string): URL {
  const text = baseUrl.trim();
  if (!URL.canParse(text)) throw invalid('is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalid('must start with https:// or http://');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('must not hold credentials; give the key as apiKey');
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v\d+(?:\/.*)?$/, '');
  url.pathname = path.endsWith('/mcp') ? path : `${path}/mcp`;
  url.hash = '';
  return url;
}

/** True where nobody between us and the service can read the key. */
export function isConfidential(endpoint: URL): boolean {
  return (
    endpoint.protocol === 'https:' ||
    /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(endpoint.hostname)
  );
}

function invalid(problem: string): AnySearchError {
  return new AnySearchError('validation_error', `The AnySearch base URL ${problem}.`);
}
