import { redactSecrets, secret } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';

/** Takes secrets out of texts and of whole JSON values. */
export interface Cleaner {
  text(text: string): string;
  /** A copy without secrets in its strings and keys, and without values that JSON does not have. */
  json<Value>(value: Value): Value;
}

const mask = '[secret]';

/** Taking one secret out may uncover the shape of another; a text that never settles is left at the last round. */
const mostRounds = 4;

/** Stands for any password when a key is asked whether it names one. */
const probe = 'Xq7Zk29mVw41';

/**
 * A cleaner for `known` secrets and for what looks like one. The value of a key that names a credential (`password`, `api_key`,
 * `authorization`) goes whole, as it would in JSON text.
 */
export function createCleaner(secrets: readonly (string | Secret)[]): Cleaner {
  const known = secrets.map((entry) => secret(entry));
  const tellingKeys = new Map<string, boolean>();
  // Until nothing changes any more: what was cleaned is cleaned again when it is compared, and must stay as it is.
  const text = (value: string): string => {
    let clean = value;
    for (let round = 0; round < mostRounds; round += 1) {
      const before = clean;
      clean = redactSecrets(before, known);
      if (clean === before) break;
    }
    return clean;
  };
  const isTelling = (key: string): boolean => {
    const seen = tellingKeys.get(key);
    if (seen !== undefined) return seen;
    const forms = [`"${key}":"${probe}"`, `${key}: name=${probe}`];
    const telling = forms.some((form) => !redactSecrets(form).includes(probe));
    tellingKeys.set(key, telling);
    return telling;
  };
  const entry = (key: string, value: unknown): unknown => {
    if (!isTelling(key)) return clean(value);
    if (typeof value === 'number') return String(value).length < 4 ? value : mask;
    if (typeof value !== 'string') return clean(value);
    const pair = `"${key}":${JSON.stringify(value)}`;
    return text(pair) === pair ? value : mask;
  };
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map((item: unknown) => clean(item ?? null));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) =>
        item === undefined ? [] : [[text(key), entry(key, item)]],
      ),
    );
  };
  return { text, json: <Value>(value: Value) => clean(value) as Value };
}
