/** Parameters that only follow readers around; what may name a page (`id`, `ref`, `source` …) stays. */
const tracker = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|yclid|mc_cid|mc_eid|igshid)$/i;

/** One key for all addresses of a page that differ by `www.`, a closing slash, trackers or a fragment. */
export function pageKey(address: string): string {
  const url = new URL(address);
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) {
    if (tracker.test(name)) url.searchParams.delete(name);
  }
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.host.replace(/^www\./, '')}${path}${url.search}`;
}
