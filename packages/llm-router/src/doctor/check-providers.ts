import { redactSecrets, secret } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';
import { abortReason, startDeadline, systemClock } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';
import type { ProviderConfig } from '../config/provider.ts';
import type { Providers } from '../config/read-providers.ts';
import { printableUrl } from '../http/base-url.ts';
import { checkEndpoint, isListed, sendsKeyInTheClear } from './check-endpoint.ts';
import { profileReason } from './profile-reason.ts';
import type { DoctorReport, Finding, ProviderReport } from './report.ts';

export interface CheckProvidersOptions {
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  /** For each endpoint; default 10,000 ms. */
  readonly timeoutMs?: number;
  /** For `durationMs`. */
  readonly clock?: Clock;
}

/** What `readProviders` gives; only the providers are needed. */
export type CheckedProviders = Pick<Providers, 'providers'> &
  Partial<Pick<Providers, 'problems' | 'warnings' | 'budget'>>;

/**
 * Tries every configured endpoint, all at the same time: whether it answers, takes the key and knows the model. It only asks for lists
 * and addresses (GET and OPTIONS), so nothing is generated and nothing costs. No key and no text of an endpoint is in the report, but
 * the name of the model that is nearest to an unknown one.
 * @throws the signal's reason after an abort; everything else is in the report.
 */
export async function checkProviders(
  configured: CheckedProviders,
  options: CheckProvidersOptions = {},
): Promise<DoctorReport> {
  const { problems = [], warnings = [], budget } = configured;
  const signal = options.signal ?? new AbortController().signal;
  const limited = budget?.maxCostUsd !== undefined;
  const providers = await Promise.all(
    configured.providers.map((provider) => check(provider, { ...options, signal, limited })),
  );
  if (signal.aborted) throw abortReason(signal);
  const hasFault = providers.some(({ findings }) =>
    findings.some(({ level }) => level === 'fault'),
  );
  return {
    ok: problems.length === 0 && !hasFault,
    problems,
    warnings,
    providers,
    ...(budget === undefined ? {} : { budget }),
  };
}

interface CheckOptions extends CheckProvidersOptions {
  readonly signal: AbortSignal;
  /** The cost of a run is limited. */
  readonly limited: boolean;
}

async function check(
  provider: ProviderConfig,
  { signal, limited, timeoutMs = 10_000, clock = systemClock, fetch: send = fetch }: CheckOptions,
): Promise<ProviderReport> {
  const begun = clock.now();
  const deadline = startDeadline(timeoutMs, signal);
  const found = await checkEndpoint(provider, { fetch: send, signal: deadline.signal }).finally(
    () => {
      deadline.clear();
    },
  );
  const { models } = found;
  const findings: readonly Finding[] = [
    ...found.findings,
    ...(sendsKeyInTheClear(provider) ? [{ level: 'warning', code: 'plain_http' } as const] : []),
    ...(limited && provider.price === undefined
      ? [{ level: 'warning', code: 'no_price' } as const]
      : []),
  ];
  const isKnown = models !== undefined && models.length > 0;
  return {
    provider: provider.provider,
    url: printableUrl(provider.baseUrl),
    model: provider.model,
    profile: profileReason(provider),
    key: found.key,
    ...(provider.apiKeyEnv === undefined ? {} : { keyVariable: provider.apiKeyEnv }),
    reachable: found.reachable,
    ...(models === undefined ? {} : { listedModels: models.length }),
    ...(isKnown ? { modelListed: isListed(provider.model, models) } : {}),
    ...(provider.price === undefined ? {} : { price: provider.price }),
    durationMs: clock.now() - begun,
    findings: findings.map((finding) => withoutSecrets(finding, secretsOf(provider))),
  };
}

function secretsOf({ apiKey, headers = {} }: ProviderConfig): readonly Secret[] {
  const values = Object.values(headers).map((value) => secret(value));
  return apiKey === undefined ? values : [apiKey, ...values];
}

/** A hostile endpoint could give back the key as the name of a model, or in the address of a redirect. */
function withoutSecrets(finding: Finding, known: readonly Secret[]): Finding {
  if (finding.better === undefined) return finding;
  return { ...finding, better: redactSecrets(finding.better, known) };
}
