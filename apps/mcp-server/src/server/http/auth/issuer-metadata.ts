import { FetchProblem, fetchText, parseObject, type BoundedFetchOptions } from './bounded-fetch.ts';
import { isLoopback } from './loopback.ts';

/**
 * Where the issuer's metadata may be: RFC 8414 §3.1 (the well-known part before the issuer's path), then OpenID Connect
 * Discovery 1.0 §4 (behind it), then the latter's place in RFC 8414's order.
 */
function metadataUrls(issuer: string): readonly string[] {
  const url = new URL(issuer);
  const path = url.pathname.replace(/\/$/, '');
  const urls = [
    `${url.origin}/.well-known/oauth-authorization-server${path}`,
    `${url.origin}${path}/.well-known/openid-configuration`,
    `${url.origin}/.well-known/openid-configuration${path}`,
  ];
  return [...new Set(urls)];
}

/** The `jwks_uri` that the issuer names. Rejects with a `FetchProblem` that says what is wrong with its metadata. */
export async function discoverJwksUrl(
  issuer: string,
  options: BoundedFetchOptions,
): Promise<string> {
  let problem = '';
  for (const url of metadataUrls(issuer)) {
    const { status, text } = await fetchText(url, options);
    const metadata = status === 200 ? parseObject(text) : undefined;
    if (metadata !== undefined) return jwksUrlIn(metadata, issuer);
    problem ||= status === 200 ? 'its metadata is not JSON' : `its metadata answers ${status}`;
  }
  throw new FetchProblem(`${problem}; set MINI_AGENT_HTTP_JWKS_URL if it publishes none`);
}

function jwksUrlIn(metadata: Readonly<Record<string, unknown>>, issuer: string): string {
  // RFC 8414 §3.3: metadata of another issuer must not be used.
  if (metadata['issuer'] !== issuer) {
    const named = typeof metadata['issuer'] === 'string' ? metadata['issuer'].slice(0, 200) : '';
    throw new FetchProblem(
      `its metadata names the issuer ${JSON.stringify(named)}; MINI_AGENT_HTTP_ISSUER must be exactly that, also at its end`,
    );
  }
  const jwksUrl = metadata['jwks_uri'];
  if (typeof jwksUrl !== 'string' || !URL.canParse(jwksUrl)) {
    throw new FetchProblem('its metadata has no jwks_uri; set MINI_AGENT_HTTP_JWKS_URL');
  }
  const { protocol, hostname } = new URL(jwksUrl);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    throw new FetchProblem('its jwks_uri is not an https:// URL');
  }
  return jwksUrl;
}
