import type { IncomingMessage } from 'node:http';

export interface GuardSettings {
  /** Host names that requests may come to, each with or without a port. */
  readonly allowedHosts: readonly string[];
  /** Web pages that may send requests: an origin, a host name, or every page of a scheme as `moz-extension://*`. */
  readonly allowedOrigins: readonly string[];
}

/** Says why a request is refused, or undefined. */
export interface Guard {
  readonly problem: (request: IncomingMessage) => string | undefined;
  /** The same for a health check, which may come under any name, or none. */
  readonly probeProblem: (request: IncomingMessage) => string | undefined;
  /** Whether a health check comes under a name that no web page can have given itself. */
  readonly isKnownProbe: (request: IncomingMessage) => boolean;
}

interface HostRule {
  readonly name: string;
  /** Undefined = any. */
  readonly port: string | undefined;
}

/**
 * Protects a local server from web pages. A page can point its own name at 127.0.0.1 (DNS rebinding), so the name that the
 * client asked for must be a known one; names of this machine are always known. A page that says where it comes from must
 * be a known one, too.
 */
export function createGuard(settings: GuardSettings): Guard {
  const hosts = settings.allowedHosts.flatMap((entry) => hostRule(entry) ?? []);
  const origins = settings.allowedOrigins.map((entry) => entry.trim().toLowerCase());
  return {
    problem: (request) => hostProblem(request, hosts) ?? originProblem(request, origins),
    probeProblem: (request) => originProblem(request, origins),
    isKnownProbe: (request) => {
      const host = hostOf(request);
      if (host === undefined) return false;
      // An address cannot be rebound.
      return isAddress(host.name) || hostProblem(request, hosts) === undefined;
    },
  };
}

function hostProblem(request: IncomingMessage, rules: readonly HostRule[]): string | undefined {
  const host = hostOf(request);
  if (host === undefined) return 'The Host header is missing or malformed.';
  if (isLoopbackName(host.name) || rules.some((rule) => fits(rule, host))) return undefined;
  return `The host ${host.name} is not allowed; name it in MCP_ALLOWED_HOSTS.`;
}

function hostOf({ rawHeaders, headers }: IncomingMessage): HostRule | undefined {
  const given = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  return given.length === 1 ? hostRule(headers.host ?? '') : undefined;
}

function originProblem(request: IncomingMessage, rules: readonly string[]): string | undefined {
  const given = request.headers.origin;
  // Only browsers send one.
  if (given === undefined || given === '') return undefined;
  const origin = parseUrl(given);
  if (origin === undefined || origin.hostname === '') return 'The Origin header is malformed.';
  const isWebPage = origin.protocol === 'http:' || origin.protocol === 'https:';
  if (isWebPage && isLoopbackName(origin.hostname)) return undefined;
  const full = `${origin.protocol}//${origin.host}`;
  const isAllowed = rules.some((rule) => {
    if (rule === `${origin.protocol}//*`) return !isWebPage;
    return rule.includes('://') ? rule.replace(/\/$/, '') === full : rule === origin.hostname;
  });
  if (isAllowed) return undefined;
  return `The origin ${full.slice(0, 200)} is not allowed; name it in MCP_ALLOWED_ORIGINS.`;
}

function hostRule(text: string): HostRule | undefined {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  if (!/^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(bare)) return undefined;
  const port = /:(\d+)$/.exec(bare.replace(/^\[.*\]/, ''))?.[1];
  const name = parseUrl(`http://${bare}`)?.hostname;
  return name === undefined ? undefined : { name, port };
}

function fits(rule: HostRule, host: HostRule): boolean {
  if (rule.name !== host.name) return false;
  if (rule.port === undefined || rule.port === host.port) return true;
  return host.port === undefined && (rule.port === '80' || rule.port === '443');
}

function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name === '[::1]') return true;
  // The second is the first as an IPv6 address, as the URL parser writes it.
  return /^127\.\d+\.\d+\.\d+$/.test(name) || /^\[::ffff:7f[\da-f]{2}:[\da-f]+\]$/.test(name);
}

function isAddress(name: string): boolean {
  return name.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(name);
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
