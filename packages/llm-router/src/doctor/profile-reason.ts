import type { ProviderConfig } from '../config/provider.ts';
import { hostedProfiles } from '../http/hosted-profiles.ts';
import { localProfiles } from '../http/local-profiles.ts';
import type { ProfileRow } from '../http/profile.ts';
import type { ProfileReason } from './report.ts';

/** Which rows of the profile table an endpoint gets, and why; the choice itself is made by the model. */
export function profileReason(provider: ProviderConfig): ProfileReason {
  const { profile } = provider;
  if (typeof profile === 'string') return { names: [profile], by: 'name', settings: [] };
  const settings = Object.keys(profile ?? {});
  const rows = [...hostedProfiles, ...localProfiles, ...(provider.profiles ?? [])];
  const names = rows.filter((row) => fits(row, provider)).map(({ name }) => name);
  if (names.length === 0) return { names: ['neutral'], by: 'nothing', settings };
  return { names: [...new Set(names)], by: 'host', settings };
}

function fits(row: ProfileRow, { baseUrl, model }: ProviderConfig): boolean {
  if (row.host === undefined || !URL.canParse(baseUrl)) return false;
  const { hostname, host } = new URL(baseUrl);
  const isHost = new RegExp(row.host, 'i');
  return (
    (isHost.test(hostname) || isHost.test(host)) &&
    (row.model === undefined || new RegExp(row.model, 'i').test(model))
  );
}
