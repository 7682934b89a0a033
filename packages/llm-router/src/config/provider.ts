import type { Secret } from '@mini-agent/foundation/secret';
import { redactSecrets, secret } from '@mini-agent/foundation/secret';
import type { Price } from '../budget/types.ts';
import { isLoopbackUrl, printableUrl } from '../http/base-url.ts';
import type { Timeouts } from '../http/deadlines.ts';
import type { EndpointProfile, ProfileRow } from '../http/profile.ts';
import { shown } from './environment.ts';

/** A configured endpoint, in the shape `createHttpModel` takes. */
export interface ProviderConfig {
  /** Its name in the file, or `default` for `LLM_*`. */
  readonly provider: string;
  readonly baseUrl: string;
  readonly apiKey?: Secret;
  readonly model: string;
  readonly maxOutputTokens: number;
  /** The model's context window in tokens, for who keeps conversations within it; requests do not carry it. */
  readonly contextTokens?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A profile's name, or single settings. */
  readonly profile?: string | Partial<EndpointProfile>;
  /** The file's own profiles, chosen like the shipped ones. */
  readonly profiles?: readonly ProfileRow[];
  readonly stream?: boolean;
  readonly timeouts?: Timeouts;
  readonly retries?: number;
  /** In US dollars for a million tokens, for budgets. */
  readonly price?: Price;
  /** The environment variable that the key is taken from, where it is not in the file. */
  readonly apiKeyEnv?: string;
}

export interface KeyReading {
  readonly key: Secret | undefined;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Wraps a key at once. It must be the bare key; a scheme in front is taken off, a key that cannot be sent is refused. */
export function readKey(value: string | undefined, label: string): KeyReading {
  if (value === undefined) return { key: undefined, problems: [], warnings: [] };
  const bare = value.trim().replace(/^(?:Authorization:\s*)?Bearer\s+/i, '');
  if (!/^[\x21-\x7e]+$/.test(bare)) {
    const problem = `${label} holds blanks or characters that no key has; give the bare key.`;
    return { key: undefined, problems: [problem], warnings: [] };
  }
  const warnings =
    bare === value.trim() ? [] : [`${label} starts with "Bearer"; only the key itself is wanted.`];
  return { key: secret(bare), problems: [], warnings };
}

/** Why a base URL cannot be used, or undefined where it can. */
export function baseUrlProblem(value: string, label: string): string | undefined {
  const allowed =
    'allowed is an http(s) URL with its version path, such as https://api.openai.com/v1';
  if (!URL.canParse(value)) return `${label} is ${shown(redactSecrets(value))}; ${allowed}.`;
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') {
    return `${label} holds a user name or password; ${allowed}, and the key belongs in the key's place.`;
  }
  if (url.protocol === 'http:' || url.protocol === 'https:') return undefined;
  return `${label} is ${shown(redactSecrets(printableUrl(value)))}; ${allowed}.`;
}

/** Servers on this machine want no key; any other endpoint does. */
export function needsKey(baseUrl: string): boolean {
  return !isLoopbackUrl(baseUrl);
}
