import { createHash } from 'node:crypto';
import type { ToolCall } from '@mini-agent/foundation/chat';
import type { Json } from '@mini-agent/foundation/tool';

interface Keys {
  readonly exact: string;
  readonly loose: string;
}

/** Arguments may be long, and each call is compared with all later ones. */
const known = new WeakMap<ToolCall, Keys>();
const longestKey = 200;

/** The same for calls whose arguments differ in the order of their keys alone. */
export function callKey(call: ToolCall): string {
  return keysOf(call).exact;
}

/**
 * The same for calls that mean the same: also where a number came as text, a blank was added, or an argument that is not set was written
 * out.
 */
export function meaningKey(call: ToolCall): string {
  return keysOf(call).loose;
}

function keysOf(call: ToolCall): Keys {
  const keys = known.get(call);
  if (keys) return keys;
  const { name, arguments: given } = call;
  const exact = given.ok ? canonical(given.value, false) : given.raw;
  const loose = given.ok ? canonical(given.value, true) : plainText(given.raw);
  const made = { exact: keyOf(name, exact), loose: keyOf(name, loose) };
  known.set(call, made);
  return made;
}

function keyOf(name: string, text: string): string {
  const isShort = text.length <= longestKey;
  return `${name}\n${isShort ? text : createHash('sha256').update(text).digest('base64')}`;
}

/** JSON with sorted keys, so that the order in which a model writes arguments does not matter. */
function canonical(value: Json | undefined, isLoose: boolean): string {
  if (value === undefined) return 'null';
  if (typeof value === 'string') return isLoose ? plainValue(value) : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((entry: Json) => canonical(entry, isLoose)).join(',')}]`;
  }
  const entries = Object.entries(value)
    .filter(([, entry]) => !isLoose || (entry !== undefined && entry !== null))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const members = entries.map(
    ([key, entry]) => `${JSON.stringify(key)}:${canonical(entry, isLoose)}`,
  );
  return `{${members.join(',')}}`;
}

function plainValue(text: string): string {
  const plain = plainText(text);
  const isNumber = plain.length <= 16 && /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i.test(plain);
  return JSON.stringify(isNumber ? Number(plain) : plain);
}

/** Line breaks stay: what stands on a line of its own may mean something else. */
function plainText(text: string): string {
  return text
    .trim()
    .replaceAll('\r\n', '\n')
    .replace(/[^\S\n]+/g, ' ');
}
