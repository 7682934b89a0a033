import { ModelError } from '../errors.ts';
import { hostedProfiles } from './hosted-profiles.ts';
import { localProfiles } from './local-profiles.ts';
import type { EndpointProfile, ProfileRow } from './profile.ts';
import { neutralProfile } from './profile.ts';

const shipped: readonly ProfileRow[] = [...hostedProfiles, ...localProfiles];

export interface ProfileChoice {
  readonly baseUrl: string;
  readonly model: string;
  /** A row's name, which replaces the choice by host, or single settings, which win over it. */
  readonly profile?: string | Partial<EndpointProfile>;
  /** Further rows; they apply behind the shipped ones, so theirs win. */
  readonly rows?: readonly ProfileRow[];
}

/** The names of the shipped profiles. */
export const profileNames: readonly string[] = [
  'neutral',
  ...new Set(shipped.map((row) => row.name)),
];

/**
 * Chooses a profile by name, else by the host of the base URL and the model.
 * @throws ModelError `bad_request` for an unknown name, or a row whose pattern is no regular expression.
 */
export function chooseProfile(choice: ProfileChoice): EndpointProfile {
  const { baseUrl, model, profile } = choice;
  const rows = choice.rows === undefined ? shipped : [...shipped, ...choice.rows];
  const named = typeof profile === 'string' ? profile : undefined;
  const known =
    named === undefined || named === 'neutral' || rows.some(({ name }) => name === named);
  if (!known) {
    const names = new Set(['neutral', ...rows.map(({ name }) => name)]);
    throw new ModelError(
      'bad_request',
      `Unknown endpoint profile; known are: ${[...names].join(', ')}.`,
    );
  }
  const place = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const hosts = place === undefined ? [] : [place.hostname, place.host];
  let chosen = neutralProfile;
  for (const row of rows) {
    const applies = named === undefined ? fits(row, 'host', hosts) : row.name === named;
    if (applies && (row.model === undefined || fits(row, 'model', [model]))) {
      chosen = { ...chosen, ...row.settings };
    }
  }
  return typeof profile === 'object' ? { ...chosen, ...profile } : chosen;
}

function fits(row: ProfileRow, field: 'host' | 'model', values: readonly string[]): boolean {
  const source = row[field];
  if (source === undefined) return false;
  const pattern = compile(source, `${field} of the endpoint profile "${row.name}"`);
  return values.some((value) => pattern.test(value));
}

/** Host names have no case, and the names of models are written either way. */
function compile(source: string, label: string): RegExp {
  try {
    return new RegExp(source, 'i');
  } catch {
    throw new ModelError('bad_request', `The ${label} is no regular expression.`);
  }
}
