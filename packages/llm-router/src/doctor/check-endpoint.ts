import { nearestName } from '../config/nearest-name.ts';
import type { ProviderConfig } from '../config/provider.ts';
import type { EndpointUrls } from '../http/base-url.ts';
import { endpointUrls, isLoopbackUrl } from '../http/base-url.ts';
import { listModels } from '../http/list-models.ts';
import { chooseProfile } from '../http/profiles.ts';
import type { Probe, Prober } from './probe.ts';
import { createProber } from './probe.ts';
import type { Finding, KeyState } from './report.ts';

/** What was found out about one endpoint. */
export interface EndpointCheck {
  readonly reachable: boolean;
  readonly key: KeyState;
  readonly models: readonly string[] | undefined;
  readonly findings: readonly Finding[];
}

export interface EndpointCheckOptions {
  readonly fetch: typeof fetch;
  /** Ends the check at its deadline; what is known then is the result. */
  readonly signal: AbortSignal;
}

/** Asks an endpoint for its models, and where that does not tell enough, whether its other addresses are there. Sends no completion. */
export async function checkEndpoint(
  provider: ProviderConfig,
  options: EndpointCheckOptions,
): Promise<EndpointCheck> {
  const { baseUrl, apiKey, headers = {} } = provider;
  const bearer = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey.reveal()}` };
  const sent = { accept: 'application/json', ...bearer, ...lowerCase(headers) };
  const prober = createProber({ ...options, headers: sent });
  const models = await list(provider, baseUrl, { prober, signal: options.signal });
  const listing = prober.last();
  const context: Context = { provider, prober, signal: options.signal, listing };
  if (models !== undefined) {
    const state = await keyStateOfList(context);
    return { reachable: true, key: state, models, findings: modelFindings(provider, models) };
  }
  const key: KeyState = apiKey === undefined ? 'none' : 'unproven';
  const check = { reachable: true, key, models };
  if (listing.failure !== undefined) {
    return { ...check, reachable: false, findings: [fault(listing.failure)] };
  }
  const found = await explain(context);
  // Questions that the deadline cut short are no answers.
  if (options.signal.aborted) return { ...check, findings: [fault('slow')] };
  const isRefused = apiKey !== undefined && found.some(({ code }) => code === 'key_refused');
  return { ...check, key: isRefused ? 'refused' : key, findings: found };
}

interface Context {
  readonly provider: ProviderConfig;
  readonly prober: Prober;
  readonly signal: AbortSignal;
  /** What became of the request for the list of models. */
  readonly listing: Probe;
}

function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function fault(code: Finding['code'], more: Partial<Finding> = {}): Finding {
  return { level: 'fault', code, ...more };
}

function warning(code: Finding['code'], more: Partial<Finding> = {}): Finding {
  return { level: 'warning', code, ...more };
}

async function list(
  { apiKey, headers }: ProviderConfig,
  baseUrl: string,
  { prober, signal }: Pick<Context, 'prober' | 'signal'>,
): Promise<readonly string[] | undefined> {
  if (signal.aborted) return undefined;
  try {
    return await listModels({
      baseUrl,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(headers === undefined ? {} : { headers }),
      fetch: prober.fetch,
      signal,
      timeoutMs: Infinity,
    });
  } catch {
    // Only the deadline of the check aborts here.
    return undefined;
  }
}

/** Some endpoints list their models to everybody; only one that does not has proven the key by listing them. */
async function keyStateOfList({ provider, prober, listing }: Context): Promise<KeyState> {
  if (provider.apiKey === undefined) return 'none';
  const without = await prober.ask('GET', listing.url, false);
  return without.status === 401 || without.status === 403 ? 'accepted' : 'unproven';
}

function modelFindings(provider: ProviderConfig, models: readonly string[]): readonly Finding[] {
  if (models.length === 0 || isListed(provider.model, models)) return [];
  const nearest = nearestName(provider.model, models);
  const better = nearest === undefined ? {} : { better: nearest };
  // A deployment at Azure has a name of its own, which is in no list.
  const isAzure = /\.azure\.com$/i.test(new URL(provider.baseUrl).hostname);
  return [isAzure ? warning('unknown_model', better) : fault('unknown_model', better)];
}

/** Lists write names with a folder or a tag, and calls may leave out a date or add a variant. */
export function isListed(model: string, models: readonly string[]): boolean {
  const plain = model.replace(/^models\//, '').toLowerCase();
  return models.some((listed) => {
    const name = listed.replace(/^models\//, '').toLowerCase();
    return (
      name === plain ||
      name === `${plain}:latest` ||
      (name.startsWith(`${plain}-`) && /^-\d[\d-]*$/.test(name.slice(plain.length))) ||
      plain.startsWith(`${name}:`)
    );
  });
}

/** Why there was no list of models: often no fault, since many endpoints have none. */
async function explain(context: Context): Promise<readonly Finding[]> {
  const { listing } = context;
  const { status = 0 } = listing;
  const at = { status };
  if (status >= 300 && status < 400) {
    const better = listing.location === undefined ? {} : { better: listing.location };
    return [fault('moved', { ...at, ...better })];
  }
  if (status === 402) return [fault('no_credit', at)];
  if (status === 429) return [warning('rate_limited', at)];
  if (status >= 500) return [warning('server_error', at)];
  if (status === 200 && listing.isPage === true) {
    const better = await findPath(context);
    return [fault('web_page', { ...at, ...(better === undefined ? {} : { better }) })];
  }
  if (status === 401 || status === 403) return explainRefusal(context);
  if (status === 404 || status === 405 || status === 410) return explainMissing(context);
  return status === 200 ? [] : [warning('odd_status', at)];
}

/** A list that is refused may be the only thing that this key may not see. */
async function explainRefusal({ provider, prober, listing }: Context): Promise<readonly Finding[]> {
  const chat = await prober.ask('GET', chatUrls(provider).preferred);
  const at = { status: listing.status ?? 0 };
  const isRefused = chat.status === 401 || chat.status === 403;
  return [isRefused ? refusal(provider, at) : warning('key_doubtful', at)];
}

function refusal({ apiKey }: ProviderConfig, more: Partial<Finding>): Finding {
  return fault(apiKey === undefined ? 'key_missing' : 'key_refused', more);
}

function chatUrls({ baseUrl, model, profile, profiles }: ProviderConfig): EndpointUrls {
  const { barePath } = chooseProfile({
    baseUrl,
    model,
    ...(profile === undefined ? {} : { profile }),
    ...(profiles === undefined ? {} : { rows: profiles }),
  });
  return endpointUrls(baseUrl, barePath);
}

/** Without a list, the address of the chat itself tells by any other answer than "not found" that it is there. */
async function explainMissing(context: Context): Promise<readonly Finding[]> {
  const { provider, prober } = context;
  const chat = await isThere(prober, chatUrls(provider).preferred);
  if (chat === 'refused') return [refusal(provider, { status: 401 })];
  if (chat === 'there') return [];
  const { other } = chatUrls(provider);
  const status = 404;
  if ((await isThere(prober, other)) !== 'missing') {
    return [warning('other_form', { status, better: baseOf(other) })];
  }
  const better = await findPath(context);
  if (better !== undefined) return [fault('wrong_path', { status, better })];
  return [warning('path_doubtful', { status })];
}

/** Many servers answer 404 to a GET of an address that takes only POST; OPTIONS tells with some of them. */
async function isThere(prober: Prober, url: string): Promise<'there' | 'refused' | 'missing'> {
  const get = await prober.ask('GET', url);
  if (get.status === 401 || get.status === 403) return 'refused';
  if (isFound(get)) return 'there';
  return isFound(await prober.ask('OPTIONS', url)) ? 'there' : 'missing';
}

function isFound({ status, isPage }: Probe): boolean {
  if (status === undefined || status === 404 || status === 410) return false;
  // Web sites answer every address with their page.
  return !(status === 200 && isPage === true) && !(status >= 300 && status < 400);
}

function baseOf(chat: string): string {
  const url = new URL(chat);
  return `${url.origin}${url.pathname.replace(/\/chat\/completions$/, '')}`;
}

/** Where the APIs of known services stand on their hosts. */
const commonPaths = [
  '/v1',
  '/openai/v1',
  '/api/v1',
  '/compatible-mode/v1',
  '/api/paas/v4',
  '/v1beta/openai',
];

/** The base URL on the same host that lists models. */
async function findPath({ provider, prober, signal }: Context): Promise<string | undefined> {
  const { origin } = new URL(provider.baseUrl);
  const tried = baseOf(chatUrls(provider).preferred);
  for (const path of commonPaths) {
    const baseUrl = `${origin}${path}`;
    if (baseUrl === tried || signal.aborted) continue;
    const models = await list(provider, baseUrl, { prober, signal });
    if (models !== undefined && models.length > 0) return baseUrl;
  }
  return undefined;
}

/** A key that is sent without encryption can be read on the way. */
export function sendsKeyInTheClear({ baseUrl, apiKey, headers }: ProviderConfig): boolean {
  const hasSecret = apiKey !== undefined || headers !== undefined;
  return hasSecret && /^http:/i.test(baseUrl) && !isLoopbackUrl(baseUrl);
}
