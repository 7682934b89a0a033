import type { ToolCall } from '@mini-agent/foundation/chat';
import { nonEmptyString } from '../json.ts';

/** Forms of tool call ids that providers accept; `alphanumeric9` is Mistral's `[A-Za-z0-9]{9}`. */
export type CallIdFormat = 'any' | 'alphanumeric9';

export interface Affinity {
  readonly provider: string;
  readonly model: string;
}

/** Whether opaque fields came from this provider and model; others never see them. */
export function belongsTo(
  opaque: { readonly provider: string; readonly model: string } | undefined,
  affinity: Affinity,
): boolean {
  return opaque?.provider === affinity.provider && opaque.model === affinity.model;
}

/** Gives each call of one request an id the provider accepts: its own again where it is ours to echo, else a mapped one, never one twice. */
export function createCallIds(
  format: CallIdFormat,
  affinity: Affinity,
): (call: ToolCall) => string {
  const used = new Set<string>();
  return (call) => {
    const echoed = belongsTo(call.opaque, affinity)
      ? nonEmptyString(call.opaque?.fields['id'])
      : undefined;
    const candidates = [echoed, call.id, `${call.id}_${used.size + 1}`];
    for (const candidate of candidates) {
      const id = candidate === undefined ? undefined : accept(candidate, format, echoed);
      if (id !== undefined && !used.has(id)) {
        used.add(id);
        return id;
      }
    }
    for (let salt = used.size + 1; ; salt += 1) {
      const id = nineCharacters(`${call.id}#${salt}`);
      if (used.has(id)) continue;
      used.add(id);
      return id;
    }
  };
}

/** The id in the accepted form: as it is where it fits, derived from it where not. */
function accept(id: string, format: CallIdFormat, echoed: string | undefined): string | undefined {
  if (format === 'alphanumeric9') return /^[A-Za-z0-9]{9}$/.test(id) ? id : nineCharacters(id);
  if (id === echoed || /^[\w-]{1,40}$/.test(id)) return id;
  return id === '' ? undefined : nineCharacters(id);
}

/** Nine letters or digits that depend on the whole id (FNV-1a, 2 × 32 bits). */
function nineCharacters(id: string): string {
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ (code + at), 0x811c9dc5);
  }
  const text = (high >>> 0).toString(36) + (low >>> 0).toString(36);
  return text.padEnd(9, '0').slice(0, 9);
}
