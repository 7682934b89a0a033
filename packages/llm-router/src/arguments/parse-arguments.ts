import type { CallArguments } from '@mini-agent/foundation/chat';
import type { Json, JsonSchema } from '@mini-agent/foundation/tool';
import { isJsonObject, parseJson } from '../json.ts';
import { parseLenientJson } from './lenient-json.ts';

/** Longer text is only parsed, never repaired: repair costs time, and a text of that size is hardly a slip. */
const maxRepairChars = 65_536;

/** A call keeps at most this much of what could not be parsed; the model wrote it and knows the rest. */
const maxRawChars = 2_000;

/**
 * What may stand around a complete object and mean nothing: chat-template tokens (`<|call|>`), closing call tags, code fences,
 * surplus closing braces.
 */
const leadingNoise = /^(?:\s|<\|[\w-]{1,40}\|>|<tool_call>|```(?:json)?)*/i;
const trailingNoise = /^(?:\s|<[|｜][^<>]{1,40}[|｜]>|<\/[\w:=.-]{1,40}>|```|[}\];])*$/;

/**
 * Turns the arguments of one call into an object: parse, then a bounded repair, then the check that it is an object. Repair only mends
 * what has one reading; what was cut or is ambiguous becomes a problem that the model is told. Never `{}` for something unreadable;
 * nothing at all (`""`, null) is `{}` only where the tool requires nothing.
 */
export function parseCallArguments(raw: unknown, schema?: JsonSchema): CallArguments {
  if (isJsonObject(raw)) return { ok: true, value: raw };
  if (raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '')) {
    return emptyArguments(schema);
  }
  if (typeof raw !== 'string') return wrongType(raw as Json);
  const parsed = parseJson(raw);
  if (isJsonObject(parsed)) return { ok: true, value: parsed };
  if (typeof parsed === 'string') return doubleEncoded(parsed, raw, schema);
  if (parsed !== undefined) return wrongType(parsed);
  if (raw.length > maxRepairChars) {
    return problem(raw, 'The arguments are not valid JSON and too long to be repaired.');
  }
  return repair(raw);
}

/** The arguments of a call in a reply that ended early: never run, whatever they look like. */
export function cutArguments(raw: unknown): CallArguments {
  const text = typeof raw === 'string' ? raw : (JSON.stringify(raw) as string | undefined);
  return {
    ok: false,
    raw: (text ?? '').slice(0, maxRawChars),
    problem:
      'The reply was cut off while this call was written, so it was not run. Make the call again, shorter if possible.',
    cut: true,
  };
}

/** Arguments that cannot be used, with the reason the model is told. */
export function problem(raw: string, text: string): CallArguments {
  return { ok: false, raw: raw.slice(0, maxRawChars), problem: text, cut: false };
}

function emptyArguments(schema: JsonSchema | undefined): CallArguments {
  const required: unknown = schema?.['required'];
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  if (schema !== undefined && names.length === 0) return { ok: true, value: {} };
  const wanted = names.length === 0 ? '' : ` Required: ${names.join(', ')}.`;
  return problem('', `The arguments are empty; they must be a JSON object.${wanted}`);
}

function wrongType(value: Json): CallArguments {
  const kind = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
  return problem(JSON.stringify(value), `The arguments must be a JSON object, not ${kind}.`);
}

/** `"{\"x\":1}"`: the object was encoded once too often. One more layer is read, no deeper. */
function doubleEncoded(inner: string, raw: string, schema: JsonSchema | undefined): CallArguments {
  if (inner.trim() === '') return emptyArguments(schema);
  const parsed = parseJson(inner);
  if (isJsonObject(parsed)) return { ok: true, value: parsed };
  if (parsed === undefined && raw.length <= maxRepairChars && inner.includes('{')) {
    return repair(inner);
  }
  return problem(raw, 'The arguments must be a JSON object, not a string.');
}

function repair(raw: string): CallArguments {
  const start = leadingNoise.exec(raw)?.[0].length ?? 0;
  const text = raw.slice(start);
  if (!text.startsWith('{')) {
    return problem(raw, 'The arguments are not a JSON object: they must start with "{".');
  }
  const wraps = /^(?:\{\s*)+/.exec(text)?.[0].match(/\{/g)?.length ?? 1;
  const inner = wraps === 1 ? text : text.replace(/^(?:\{\s*)+/, '{');
  try {
    const { value, end } = parseLenientJson(inner);
    const rest = inner.slice(end);
    // A wrapping brace is only taken off where it is closed too; without that the text may have been cut.
    const closed = (rest.match(/\}/g)?.length ?? 0) >= wraps - 1;
    if (isJsonObject(value) && trailingNoise.test(rest) && closed) return { ok: true, value };
    return problem(raw, 'The arguments are not valid JSON: unexpected text after the object.');
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it cannot be read';
    return problem(raw, `The arguments are not valid JSON: ${reason}.`);
  }
}
