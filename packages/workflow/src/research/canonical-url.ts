/** Parameters that say where a reader came from and not what the page is. */
const tracking = /^(?:utm_\w+|gclid|fbclid|msclkid|yclid|mc_cid|mc_eid|igshid|spm|ref_src)$/i;

/** Two spellings of one page's address give the same text; `undefined` for what is no web address. */
export function canonicalUrl(address: string): string | undefined {
  const text = /^www\./i.test(address) ? `https://${address}` : address;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const host = url.host.replace(/^www\./, '').replace(/:(?:80|443)$/, '');
  const path = url.pathname.replace(/\/+$/, '');
  const query = [...url.searchParams].filter(([name]) => !tracking.test(name));
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`;
  return `${host}${decodePath(path)}${search}`;
}

/** Percent-encoded and plain characters are the same address. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
