import type { Json, JsonObject, JsonSchema } from '@mini-agent/foundation/tool';
import { parseLenientJson } from '../arguments/lenient-json.ts';
import { isJsonObject, parseJson } from '../json.ts';

/** A call as text carried it: arguments still unparsed, as text or object. */
export interface DialectCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** Looks up a tool's schema, so that untyped parameters of XML-like dialects get the type the tool asks for. */
export type SchemaOf = (name: string) => JsonSchema | undefined;

type Dialect = (text: string, schemaOf: SchemaOf) => readonly DialectCall[] | undefined;

/**
 * The calls that make up a whole text, in any of the dialects models are trained on; undefined where anything else stands in it.
 */
export function readDialectCalls(
  text: string,
  schemaOf: SchemaOf,
): readonly DialectCall[] | undefined {
  const trimmed = text.trim();
  for (const dialect of dialects) {
    const calls = dialect(trimmed, schemaOf);
    if (calls !== undefined && calls.length > 0) return calls;
  }
  return undefined;
}

/** Repeats `item` from the start to the end of `text`; undefined as soon as something else stands there. */
function readAll(
  text: string,
  item: RegExp,
  read: (match: RegExpExecArray) => readonly DialectCall[] | undefined,
): readonly DialectCall[] | undefined {
  const sticky = new RegExp(item.source, `${item.flags.replace('y', '')}y`);
  const calls: DialectCall[] = [];
  while (sticky.lastIndex < text.length) {
    const match = sticky.exec(text);
    if (match === null) return undefined;
    const found = read(match);
    if (found === undefined) return undefined;
    calls.push(...found);
  }
  return calls;
}

/** `{"name": …, "arguments" or "parameters": …}` and nothing else, alone or in an array. */
function jsonCalls(text: string): readonly DialectCall[] | undefined {
  const value = parseJson(text) ?? lenientJson(text);
  const items = Array.isArray(value) ? value : [value];
  const calls: DialectCall[] = [];
  for (const item of items) {
    if (!isJsonObject(item)) return undefined;
    const call = jsonCall(item);
    if (call === undefined) return undefined;
    calls.push(call);
  }
  return calls;
}

/** One value and nothing behind it, in the spellings that {@link parseLenientJson} takes. */
function lenientJson(text: string): Json | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    const { value, end } = parseLenientJson(text);
    return text.slice(end).trim() === '' ? value : undefined;
  } catch {
    return undefined;
  }
}

function jsonCall(item: JsonObject): DialectCall | undefined {
  const inner = isJsonObject(item['function']) ? item['function'] : item;
  const name = inner['name'];
  const hasArguments = 'arguments' in inner || 'parameters' in inner;
  const allowed = new Set(['name', 'arguments', 'parameters', 'type', 'id', 'function']);
  if (typeof name !== 'string' || !hasArguments) return undefined;
  if (Object.keys(inner).some((key) => !allowed.has(key))) return undefined;
  return { name, arguments: inner['arguments'] ?? inner['parameters'] };
}

/** Parameters written as elements, one after the other; a value is text unless the schema says otherwise and it parses. */
function elementArguments(
  body: string,
  item: RegExp,
  schema: JsonSchema | undefined,
): JsonObject | undefined {
  const entries: [string, unknown][] = [];
  const sticky = new RegExp(item.source, 'y');
  const text = body.trim();
  while (sticky.lastIndex < text.length) {
    const [, key, value] = sticky.exec(text) ?? [];
    if (key === undefined || value === undefined) return undefined;
    entries.push([key.trim(), typedValue(value, key.trim(), schema)]);
  }
  return Object.fromEntries(entries) as JsonObject;
}

function typedValue(text: string, key: string, schema: JsonSchema | undefined): unknown {
  const properties: unknown = schema?.['properties'];
  const property: unknown =
    isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  const wanted = isJsonObject(property) ? property['type'] : undefined;
  const value = text.replace(/^\n|\n$/g, '');
  if (wanted === 'string') return value;
  const parsed = parseJson(value.trim());
  return parsed === undefined ? value : parsed;
}

/** `<function=name><parameter=key>value</parameter></function>` (Qwen Coder, Llama) and `<function=name>{…}</function>`. */
const functionElements: Dialect = (text, schemaOf) =>
  readAll(text, /\s*<function=([^<>\s]{1,128})>([\s\S]*?)<\/function>\s*/, ([, name, body]) => {
    if (name === undefined || body === undefined) return undefined;
    if (/^\s*\{/.test(body)) return [{ name, arguments: body }];
    const parameter = /<parameter=([^<>\s]{1,128})>([\s\S]*?)<\/parameter>\s*/;
    const values = elementArguments(body, parameter, schemaOf(name));
    return values && [{ name, arguments: values }];
  });

/** `<invoke name="…"><parameter name="…">…</parameter></invoke>`, bare or in a wrapper (Anthropic style, MiniMax, DeepSeek's DSML). */
const invokeElements: Dialect = (text, schemaOf) => {
  const plain = text.replaceAll('｜DSML｜', '');
  const inner = /^<(function_calls|(?:minimax:)?tool_call)>([\s\S]*)<\/\1>$/.exec(plain)?.[2];
  return readAll(
    (inner ?? plain).trim(),
    /\s*<invoke name="([^"<>]{1,128})">([\s\S]*?)<\/invoke>\s*/,
    ([, name, body]) => {
      if (name === undefined || body === undefined) return undefined;
      const parameter = /<parameter name="([^"<>]{1,128})"[^<>]{0,80}>([\s\S]*?)<\/parameter>\s*/;
      const values = elementArguments(body, parameter, schemaOf(name));
      return values && [{ name, arguments: values }];
    },
  );
};

/** `<tool_call>…</tool_call>` around JSON (Hermes, Qwen), around function elements, or around keys and values (GLM; LongCat with its prefix). */
const toolCallElements: Dialect = (text, schemaOf) =>
  readAll(text, /\s*<((?:longcat_)?tool_call)>([\s\S]*?)<\/\1>\s*/, ([, , body]) => {
    if (body === undefined) return undefined;
    const inner = body.trim();
    const calls = jsonCalls(inner) ?? functionElements(inner, schemaOf);
    if (calls !== undefined && calls.length > 0) return calls;
    const name = /^[^\s<>{}]{1,128}/.exec(inner)?.[0];
    if (name === undefined) return undefined;
    const pair =
      /<(?:longcat_)?arg_key>([\s\S]*?)<\/(?:longcat_)?arg_key>\s*<(?:longcat_)?arg_value>([\s\S]*?)<\/(?:longcat_)?arg_value>\s*/;
    const values = elementArguments(inner.slice(name.length), pair, schemaOf(name));
    return values && [{ name, arguments: values }];
  });

/** `[TOOL_CALLS][{…}]` and `[TOOL_CALLS]name[ARGS]{…}` (Mistral). */
const mistralCalls: Dialect = (text) => {
  if (!text.startsWith('[TOOL_CALLS]')) return undefined;
  const list = jsonCalls(text.slice('[TOOL_CALLS]'.length));
  if (list !== undefined) return list;
  const calls = text
    .split('[TOOL_CALLS]')
    .slice(1)
    .map((part) => {
      const [name = '', body = ''] = part.split('[ARGS]', 2);
      return { name: name.trim(), arguments: body.trim() };
    });
  return calls.every(({ name }) => /^[\w.-]{1,128}$/.test(name)) ? calls : undefined;
};

/** `<｜tool▁call▁begin｜>name<｜tool▁sep｜>{…}<｜tool▁call▁end｜>` (DeepSeek; R1 writes "function" first and a fenced block). */
const deepSeekCalls: Dialect = (text) => {
  const body = text.replace(/<｜tool▁calls▁(?:begin|end)｜>/g, '').trim();
  const item =
    /\s*<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?([^\s<>｜]{1,128})(?:<｜tool▁sep｜>|\n)([\s\S]*?)<｜tool▁call▁end｜>\s*/;
  return readAll(body, item, ([, name, json]) =>
    name === undefined ? undefined : [{ name, arguments: json }],
  );
};

/** `<|tool_call_begin|>functions.name:0<|tool_call_argument_begin|>{…}<|tool_call_end|>` (Kimi). */
const kimiCalls: Dialect = (text) => {
  const body = text.replace(/<\|tool_calls_section_(?:begin|end)\|>/g, '').trim();
  const item =
    /\s*<\|tool_call_begin\|>\s*(?:functions\.)?([^\s<>:|]{1,128})(?::\d+)?\s*<\|tool_call_argument_begin\|>([\s\S]*?)<\|tool_call_end\|>\s*/;
  return readAll(body, item, ([, name, json]) =>
    name === undefined ? undefined : [{ name, arguments: json }],
  );
};

/** `<|channel|>commentary to=functions.name <|constrain|>json<|message|>{…}<|call|>` (gpt-oss); the last token may have been the stop. */
const harmonyCalls: Dialect = (text) =>
  readAll(
    text,
    /\s*(?:<\|start\|>assistant)?<\|channel\|>commentary to=(?:functions\.)?([^\s<>|]{1,128})(?:\s+(?:json|code))?\s*(?:<\|constrain\|>json)?<\|message\|>(\{[\s\S]*?\})\s*(?:<\|call\|>\s*|$)/,
    ([, name, json]) => (name === undefined ? undefined : [{ name, arguments: json }]),
  );

/** Bare JSON, also behind `<|python_tag|>` or `<|tool_call|>` (Llama, Granite), or alone in a fence. */
const bareJson: Dialect = (text) => {
  const fenced = /^```(?:json|tool_call)?\s*\n([\s\S]*)\n```$/.exec(text)?.[1] ?? text;
  return jsonCalls(fenced.replace(/^<\|(?:python_tag|tool_call)\|>/, '').trim());
};

const dialects: readonly Dialect[] = [
  toolCallElements,
  functionElements,
  invokeElements,
  mistralCalls,
  deepSeekCalls,
  kimiCalls,
  harmonyCalls,
  bareJson,
];
