import { inspect } from 'node:util';
import { secret } from '@mini-agent/foundation/secret';
import { startLoopbackServer } from '@mini-agent/testkit';
import { expect, onTestFinished } from 'vitest';
import type { ProviderConfig } from '../../src/config/provider.ts';
import { checkProviders } from '../../src/doctor/check-providers.ts';
import type { CheckProvidersOptions } from '../../src/doctor/check-providers.ts';
import { formatDoctorReport } from '../../src/doctor/format-report.ts';
import type { DoctorReport, ProviderReport } from '../../src/doctor/report.ts';

/** Without a prefix that would give it away. */
export const plantedKey = 'planted0123456789abcdefplanted';
export const models: object = { data: [{ id: 'm1' }, { id: 'large-2024' }] };

export type Answer = readonly [
  status: number,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
];

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
}

/** Answers by `METHOD path`, or by `path` for every method; anything else is a 404. */
export async function startServer(
  answers: Readonly<Record<string, Answer | ((seen: Seen) => Answer)>>,
): Promise<{ readonly origin: string; readonly seen: readonly Seen[] }> {
  const seen: Seen[] = [];
  const server = await startLoopbackServer(({ request, response }) => {
    const asked = {
      method: request.method,
      url: request.url,
      authorization: request.headers['authorization'],
    };
    seen.push(asked);
    const rule =
      answers[`${request.method} ${request.path}`] ?? answers[request.path] ?? answers['*'];
    const [status, body, headers] = (typeof rule === 'function' ? rule(asked) : rule) ?? [
      404,
      { error: 'no' },
    ];
    const isText = typeof body === 'string';
    response.writeHead(status, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...headers,
    });
    response.end(isText ? body : JSON.stringify(body ?? {}));
  });
  onTestFinished(() => server.close());
  return { origin: server.origin, seen };
}

/** An endpoint that is configured. */
export function provider(baseUrl: string, more: Partial<ProviderConfig> = {}): ProviderConfig {
  return { ...withoutKey(baseUrl), apiKey: secret(plantedKey), ...more };
}

export function withoutKey(baseUrl: string): ProviderConfig {
  return { provider: 'acme', baseUrl, model: 'm1', maxOutputTokens: 10 };
}

/** The report on one endpoint; the key is nowhere in it. */
export async function diagnose(
  config: ProviderConfig,
  options: CheckProvidersOptions = {},
): Promise<ProviderReport> {
  const report = await checkProviders({ providers: [config] }, options);
  expectNoKey(report);
  const [found] = report.providers;
  if (found === undefined) throw new Error('no report');
  expect(report.ok).toBe(found.findings.every(({ level }) => level !== 'fault'));
  return found;
}

function expectNoKey(report: DoctorReport): void {
  const texts = [formatDoctorReport(report, 'en'), formatDoctorReport(report, 'zh')];
  for (const text of [...texts, JSON.stringify(report), inspect(report, { depth: 9 })]) {
    expect(text).not.toContain(plantedKey);
  }
}

/** The list of models, for who has the key. */
export const onlyWithKey = ({ authorization }: Seen): Answer =>
  authorization === `Bearer ${plantedKey}`
    ? [200, models]
    : [401, { error: { message: 'no key' } }];
