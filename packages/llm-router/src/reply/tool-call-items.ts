import type { CallArguments, Opaque, ToolCall } from '@mini-agent/foundation/chat';
import type { JsonObject, JsonSchema } from '@mini-agent/foundation/tool';
import { cutArguments, parseCallArguments, problem } from '../arguments/parse-arguments.ts';
import type { Affinity } from '../conversation/call-ids.ts';
import type { ToolNames } from '../conversation/tool-names.ts';
import { isJsonObject, nonEmptyString } from '../json.ts';

export interface CallReading {
  readonly names: ToolNames;
  readonly schemaOf: (name: string) => JsonSchema | undefined;
  readonly affinity: Affinity;
  /** The reply ended early: every call in it is marked as cut. */
  readonly cut: boolean;
  /** Makes an id where the provider gave none, an empty one, or one twice. */
  readonly newId: () => string;
}

/** Stands for the name of a call that came without one. */
const unnamedTool = 'unnamed_tool';

/** The fields of a call that are read; the rest is opaque and echoed. */
const knownFields: ReadonlySet<string> = new Set([
  'id',
  'type',
  'function',
  'index',
  'name',
  'arguments',
]);

/** Reads the items of `tool_calls`. An item that is no call becomes a call with a problem, so that the model is told. */
export function readToolCalls(items: unknown, reading: CallReading): readonly ToolCall[] {
  if (items === undefined || items === null) return [];
  const list: readonly unknown[] = Array.isArray(items) ? items : [items];
  const used = new Set<string>();
  return list.map((item) => {
    const call = readItem(item, reading, used);
    used.add(call.id);
    return call;
  });
}

function readItem(item: unknown, reading: CallReading, used: ReadonlySet<string>): ToolCall {
  const fields: JsonObject = isJsonObject(item) ? item : {};
  const body: JsonObject = isJsonObject(fields['function']) ? fields['function'] : fields;
  const given = readId(fields['id']);
  const id = given === undefined || used.has(given) ? reading.newId() : given;
  const rawName = nonEmptyString(body['name'])?.trim();
  const name = rawName === undefined ? unnamedTool : reading.names.fromWire(rawName);
  return {
    id,
    name,
    arguments: rawName === undefined ? malformed(item) : argumentsOf(body, name, reading),
    opaque: opaqueOf(fields, id, reading.affinity),
  };
}

/** An id of blanks is none; a few servers count theirs, which makes numbers. */
function readId(given: unknown): string | undefined {
  const id = typeof given === 'number' ? String(given) : nonEmptyString(given);
  return id === undefined || id.trim() === '' ? undefined : id;
}

function argumentsOf(body: JsonObject, name: string, reading: CallReading): CallArguments {
  const raw = body['arguments'];
  return reading.cut ? cutArguments(raw) : parseCallArguments(raw, reading.schemaOf(name));
}

function malformed(item: unknown): CallArguments {
  const raw = JSON.stringify(item) as string | undefined;
  return problem(
    raw ?? '',
    'The tool call has no function name, so nothing was run. Call a tool by its name, with a JSON object as arguments.',
  );
}

function opaqueOf(fields: JsonObject, id: string, affinity: Affinity): Opaque {
  const kept = Object.entries(fields).filter(
    ([key, value]) => !knownFields.has(key) && value !== undefined && value !== null,
  );
  return {
    provider: affinity.provider,
    model: affinity.model,
    fields: { ...Object.fromEntries(kept), id },
  };
}
