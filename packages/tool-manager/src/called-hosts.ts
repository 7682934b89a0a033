const mostHosts = 5;
const mostItems = 20;
const longestHost = 100;

/**
 * The hosts of the URLs among a call's arguments (their texts and lists of texts), sorted and joined; empty where there are
 * none. A site that is down is no reason to leave other sites alone. User names and passwords of URLs are not part of it.
 */
export function calledHosts(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  const hosts = new Set<string>();
  for (const value of Object.values(args).slice(0, mostItems)) {
    const texts: readonly unknown[] = Array.isArray(value) ? value.slice(0, mostItems) : [value];
    for (const text of texts) {
      const host = hostOf(text);
      if (host !== undefined) hosts.add(host);
    }
  }
  return [...hosts].sort().slice(0, mostHosts).join(' ');
}

function hostOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^\s{0,8}https?:\/\//i.test(text)) return undefined;
  try {
    return new URL(text).host.slice(0, longestHost);
  } catch {
    return undefined;
  }
}
