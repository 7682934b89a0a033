import type { HttpSettings } from '../../../config/settings.ts';

/** What this server is called in OAuth, and where a client finds that out (RFC 9728). */
export interface ProtectedResource {
  /** The address of the MCP endpoint, without a fragment. */
  readonly resource: string;
  /** Any of these may be in a token's `aud`. */
  readonly audience: readonly string[];
  /** The absolute URL of the metadata. */
  readonly metadataUrl: string;
  /** The paths at which the metadata is served. */
  readonly paths: readonly string[];
  /** The metadata, as JSON. */
  readonly body: string;
}

const wellKnown = '/.well-known/oauth-protected-resource';

/**
 * The address is the audience where that is a URL, else the first allowed host over HTTPS, else `listening`, the address the
 * server itself has.
 */
export function protectedResource(
  settings: HttpSettings & { readonly issuer: string },
  listening: string | undefined,
): ProtectedResource {
  const address =
    settings.audience.find(isWebUrl) ??
    addressOfHost(settings.allowedHosts) ??
    listening ??
    'http://127.0.0.1:8080/mcp';
  const url = new URL(address);
  url.hash = '';
  const resource = url.pathname === '/' && !address.endsWith('/') ? url.origin : url.href;
  const ownPath = url.pathname === '/' ? '' : url.pathname.replace(/\/$/, '');
  return {
    resource,
    audience: settings.audience.length > 0 ? settings.audience : [resource],
    metadataUrl: `${url.origin}${wellKnown}${ownPath}`,
    paths: [...new Set([wellKnown, `${wellKnown}/mcp`, `${wellKnown}${ownPath}`])],
    body: JSON.stringify({
      resource,
      authorization_servers: [settings.issuer],
      ...(settings.scopes.length === 0 ? {} : { scopes_supported: settings.scopes }),
      bearer_methods_supported: ['header'],
      resource_name: 'mini-agent',
    }),
  };
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** An entry may be written as an origin. */
function addressOfHost(hosts: readonly string[]): string | undefined {
  const origins = hosts.map((host) => (isWebUrl(host) ? host : `https://${host}`));
  const origin = origins.find((url) => !url.includes('*') && URL.canParse(url));
  return origin === undefined ? undefined : new URL('/mcp', origin).href;
}
