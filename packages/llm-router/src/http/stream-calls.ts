import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { isJsonObject, nonEmptyString, parseJson } from '../json.ts';

/** A call while its stream runs: nothing about it is final before the end. */
interface GrowingCall {
  id: string | undefined;
  index: number | undefined;
  name: string;
  arguments: string;
  readonly extra: Map<string, Json>;
}

/** Collects the tool calls of a stream. */
export interface CallCollector {
  /** The `tool_calls` of one delta. */
  push(items: Json): void;
  /** The calls, in the order they began, as the items of a reply that came in one piece. */
  items(): readonly JsonObject[];
}

/**
 * Tells by id which call a delta belongs to, else by index, else it is the latest one. A new id at a used index is a new call, and so is a
 * second item of the same chunk, or a name where the call at hand is already complete.
 */
export function createCallCollector(): CallCollector {
  const calls: GrowingCall[] = [];
  return {
    push: (items) => {
      const touched = new Set<GrowingCall>();
      for (const item of Array.isArray(items) ? (items as readonly Json[]) : [items]) {
        if (!isJsonObject(item)) continue;
        const call = findCall(calls, item, touched) ?? begin(calls, item);
        touched.add(call);
        grow(call, item);
      }
    },
    items: () =>
      calls.map((call) => ({
        ...Object.fromEntries(call.extra),
        ...(call.id === undefined ? {} : { id: call.id }),
        function: { ...(call.name === '' ? {} : { name: call.name }), arguments: call.arguments },
      })),
  };
}

function begin(calls: GrowingCall[], item: JsonObject): GrowingCall {
  const call: GrowingCall = {
    id: nonEmptyString(item['id']),
    index: indexOf(item),
    name: '',
    arguments: '',
    extra: new Map(),
  };
  calls.push(call);
  return call;
}

function findCall(
  calls: readonly GrowingCall[],
  item: JsonObject,
  touched: ReadonlySet<GrowingCall>,
): GrowingCall | undefined {
  const id = nonEmptyString(item['id']);
  const index = indexOf(item);
  if (id !== undefined) {
    const same = calls.findLast((call) => call.id === id && agrees(call.index, index));
    if (same !== undefined) return same;
    const there = calls.findLast((call) => index !== undefined && call.index === index);
    if (there === undefined || startsAnew(there, item)) return undefined;
    // The id of a call may come after its first delta; and a few servers invent a new one for every delta.
    return there.id === undefined || isOnlyFragment(there, item) ? there : undefined;
  }
  const candidate =
    index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
  if (candidate === undefined) return undefined;
  if (index === undefined && touched.has(candidate)) return undefined;
  return startsAnew(candidate, item) ? undefined : candidate;
}

function agrees(known: number | undefined, given: number | undefined): boolean {
  return known === undefined || given === undefined || known === given;
}

/** A delta with a name and arguments of its own, while the call at hand already has both, complete. */
function startsAnew(call: GrowingCall, item: JsonObject): boolean {
  const body = bodyOf(item);
  if (nonEmptyString(body['name']) === undefined || call.name === '') return false;
  const fragment = body['arguments'];
  if (typeof fragment === 'string' && fragment.trim() === '' && body['name'] === call.name) {
    return false;
  }
  return isJsonObject(parseJson(call.arguments));
}

/** A nameless piece of arguments, while the call at hand still waits for some. */
function isOnlyFragment(call: GrowingCall, item: JsonObject): boolean {
  const body = bodyOf(item);
  return (
    nonEmptyString(body['name']) === undefined &&
    nonEmptyString(body['arguments']) !== undefined &&
    call.name !== '' &&
    !isJsonObject(parseJson(call.arguments))
  );
}

function grow(call: GrowingCall, item: JsonObject): void {
  const body = bodyOf(item);
  call.id ??= nonEmptyString(item['id']);
  call.index ??= indexOf(item);
  const name = nonEmptyString(body['name']);
  // Some servers repeat the whole name in every delta, others send it in pieces.
  if (name !== undefined && name !== call.name) call.name += name;
  const fragment = body['arguments'];
  if (typeof fragment === 'string') call.arguments += fragment;
  // A whole value; one that is no object is kept as well, so that it is refused and not taken for nothing.
  else if (fragment !== undefined && fragment !== null) call.arguments = JSON.stringify(fragment);
  for (const [key, value] of Object.entries(item)) {
    if (key === 'id' || key === 'index' || key === 'type' || key === 'function') continue;
    if (body === item && (key === 'name' || key === 'arguments')) continue;
    if (value !== undefined && value !== null) call.extra.set(key, value);
  }
}

/** Most servers nest name and arguments under `function`, a few do not. */
function bodyOf(item: JsonObject): JsonObject {
  return isJsonObject(item['function']) ? item['function'] : item;
}

function indexOf(item: JsonObject): number | undefined {
  const index = item['index'];
  return typeof index === 'number' && Number.isInteger(index) ? index : undefined;
}
