/** Sub-domains by domain, each with its parameters; a trailing `!` marks a required one. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export const catalogue: Catalogue = {
  academic: { biomedical: [], citation: ['id!'], dataset: [], preprint: [], search: ['year'] },
  agriculture: { fao: ['item', 'year'] },
  business: { company: [], jobs: [], people: [], trade: [] },
  code: { doc: ['library!', 'topic'], snippet: [] },
  energy: { electricity: [], production: [] },
  environment: { aqi: ['city'] },
  film: { torrent: [] },
  finance: {
    calendar: ['type!', 'date'],
    fundamental: ['type!', 'symbol!', 'cn_code!'],
    macro: ['type!'],
    news: ['type!'],
    quote: ['type!', 'symbol', 'cn_code'],
    screen: ['type!'],
  },
  gaming: { esports: ['type!'], store: [] },
  general: { general: [] },
  health: { drug: ['type!'], stats: [], trial: [] },
  ip: { global: [] },
  legal: { case: [], legislation: [], statute: [] },
  resource: { image: [] },
  security: { intel: ['ioc!'], noise: ['ip!'], scan: ['ioc!'], vuln: ['type!', 'value!'] },
  social_media: { social_media: [] },
  travel: {
    flight: ['departure!', 'arrival!', 'date!'],
    flight_status: ['departure!', 'arrival!', 'date!'],
  },
};

export const domains: readonly string[] = Object.keys(catalogue);

/** `finance.quote`, or `quote` beside a domain; undefined where the catalogue has no such entry. */
export function findTag(tag: string): { readonly required: readonly string[] } | undefined {
  const [domain = '', sub = ''] = tag.split('.');
  const parameters = catalogue[domain]?.[sub];
  return parameters === undefined
    ? undefined
    : {
        required: parameters.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1)),
      };
}

/** One domain's section of the `get_sub_domains` answer. `turn` rotates the entries: their order is not stable. */
export function domainSection(domain: string, turn: number): string {
  const entries = Object.entries(catalogue[domain] ?? {});
  const shift = turn % Math.max(entries.length, 1);
  const rotated = [...entries.slice(shift), ...entries.slice(0, shift)];
  const parts = rotated.map(([sub, parameters]) =>
    [
      `### ${domain}.${sub}`,
      `Invented description of ${domain}.${sub}.`,
      ...(parameters.length === 0 ? [] : ['**Parameters:**', ...parameters.map(parameterLine)]),
    ].join('\n'),
  );
  return [`## ${domain} Domain Capabilities (${entries.length} available)`, ...parts].join('\n\n');
}

function parameterLine(name: string): string {
  const required = name.endsWith('!');
  return `- \`${name.replace('!', '')}\` (${required ? 'required' : 'optional'}): invented text`;
}
