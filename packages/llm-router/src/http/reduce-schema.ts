import type { Json, JsonObject, JsonSchema } from '@mini-agent/foundation/tool';
import { isJsonObject, nonEmptyString } from '../json.ts';
import { dataKeywords, namedSchemas } from './schema-keywords.ts';
import type { SchemaSubset } from './schema-subset.ts';

type Fields = Record<string, Json | undefined>;

/** Deeper nesting than any tool takes; a schema that goes on is cut there. */
const maxDepth = 32;

/** References that are written out can double with every level. */
const maxNodes = 2_000;

interface Walk {
  readonly subset: SchemaSubset;
  readonly root: JsonObject;
  readonly depth: number;
  /** The references that led here: a schema may refer to itself. */
  readonly path: readonly string[];
  readonly size: { nodes: number };
}

const cache = new WeakMap<JsonSchema, { subset: SchemaSubset; reduced: JsonObject }>();

/**
 * The parameters of a tool in the part of JSON Schema that an endpoint takes: an object at the root, without `$schema`. What the endpoint
 * cannot express is left out, so the result allows more than the schema; the arguments are checked against the whole one.
 */
export function reduceSchema(schema: JsonSchema, subset: SchemaSubset): JsonObject {
  const known = cache.get(schema);
  if (known?.subset === subset) return known.reduced;
  const reduced = reduceRoot(schema as JsonObject, subset);
  cache.set(schema, { subset, reduced });
  return reduced;
}

function reduceRoot(schema: JsonObject, subset: SchemaSubset): JsonObject {
  const walk: Walk = { subset, root: schema, depth: 0, path: [], size: { nodes: 0 } };
  const root = reduce(without(schema, '$schema'), walk);
  if (root['type'] === 'object') return root;
  if (subset.typeBesideAnyOf) {
    return 'type' in root ? root : { type: 'object', properties: {}, ...root };
  }
  return { properties: {}, ...withoutAlternatives(root), type: 'object' };
}

/** A choice at the root becomes one object with the properties of every alternative; only what all of them require is required. */
function withoutAlternatives(root: JsonObject): JsonObject {
  const { anyOf, oneOf, ...rest } = root;
  const alternatives = [...listOf(anyOf), ...listOf(oneOf)].filter(isJsonObject);
  if (alternatives.length === 0) return rest;
  const properties = Object.assign({}, ...alternatives.map((entry) => entry['properties'])) as Json;
  const required = alternatives
    .map((entry) => listOf(entry['required']))
    .reduce((all, next) => all.filter((name) => next.includes(name)));
  return {
    type: 'object',
    properties,
    ...rest,
    ...(required.length === 0 ? {} : { required }),
  };
}

function reduce(schema: JsonObject, walk: Walk): JsonObject {
  walk.size.nodes += 1;
  if (walk.depth > maxDepth || walk.size.nodes > maxNodes) return {};
  const { subset } = walk;
  const inlined = subset.references === 'inline' ? resolve(schema, walk) : { schema, walk };
  if (inlined === undefined) return { type: 'object' };
  const fields: Fields = { ...inlined.schema };
  dropSafeBounds(fields);
  if (subset.only !== null) {
    translate(fields, subset.only);
    keepOnly(fields, [...subset.only, 'prefixItems']);
  }
  if (!subset.tuples) joinTuple(fields);
  visitChildren(fields, { ...inlined.walk, depth: inlined.walk.depth + 1 });
  if (subset.typeLists === 'nullable') toNullable(fields);
  if (subset.enums === 'text') keepTextEnums(fields);
  if (!subset.typeBesideAnyOf) separateAlternatives(fields, subset);
  return finish(fields, subset);
}

/** The schema that a local `$ref` means, with what stands beside it; undefined where it leads in a circle. */
function resolve(
  schema: JsonObject,
  walk: Walk,
): { readonly schema: JsonObject; readonly walk: Walk } | undefined {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return { schema, walk };
  if (walk.path.includes(reference)) return undefined;
  const beside = without(schema, '$ref');
  const target = pointedAt(walk.root, reference);
  const path = [...walk.path, reference];
  const next = { ...target, ...beside };
  return resolve(next, { ...walk, path });
}

function pointedAt(root: JsonObject, reference: string): JsonObject {
  if (!reference.startsWith('#')) return {};
  let value: Json | undefined = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return isJsonObject(value) ? value : {};
}

/** The bounds of every safe integer say nothing, and strict servers refuse them. */
function dropSafeBounds(fields: Fields): void {
  if (fields['minimum'] === Number.MIN_SAFE_INTEGER) delete fields['minimum'];
  if (fields['maximum'] === Number.MAX_SAFE_INTEGER) delete fields['maximum'];
}

/** Says in keywords that are taken what others meant. */
function translate(fields: Fields, only: readonly string[]): void {
  if (!only.includes('$defs')) {
    delete fields['$defs'];
    delete fields['definitions'];
  }
  if (fields['const'] !== undefined && !only.includes('const'))
    fields['enum'] ??= [fields['const']];
  if (!only.includes('oneOf') && fields['anyOf'] === undefined && fields['oneOf'] !== undefined) {
    fields['anyOf'] = fields['oneOf'];
  }
  if (only.includes('allOf')) return;
  for (const part of listOf(fields['allOf']).filter(isJsonObject)) merge(fields, part);
}

function keepOnly(fields: Fields, keywords: readonly string[]): void {
  for (const key of Object.keys(fields)) {
    if (!keywords.includes(key)) Reflect.deleteProperty(fields, key);
  }
  if (typeof fields['items'] === 'boolean') fields['items'] = {};
}

function merge(fields: Fields, part: JsonObject): void {
  const { properties, required, ...rest } = part;
  for (const [key, value] of Object.entries(rest)) fields[key] ??= value;
  if (isJsonObject(properties)) {
    const known = isJsonObject(fields['properties']) ? fields['properties'] : {};
    fields['properties'] = { ...properties, ...known };
  }
  const names = [...listOf(fields['required']), ...listOf(required)];
  if (names.length > 0) fields['required'] = [...new Set(names)];
}

function joinTuple(fields: Fields): void {
  const tuple = Array.isArray(fields['items']) ? fields['items'] : fields['prefixItems'];
  if (!Array.isArray(tuple)) return;
  delete fields['prefixItems'];
  delete fields['additionalItems'];
  const kinds = new Map((tuple as readonly Json[]).map((entry) => [JSON.stringify(entry), entry]));
  const [first] = kinds.values();
  fields['items'] = kinds.size > 1 ? { anyOf: [...kinds.values()] } : (first ?? {});
}

function visitChildren(fields: Fields, walk: Walk): void {
  for (const [key, value] of Object.entries(fields)) {
    if (dataKeywords.has(key) || typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      fields[key] = (value as readonly Json[]).map((entry) => child(entry, walk));
    } else if (namedSchemas.has(key)) {
      const entries = Object.entries(value).map(([name, inner]) => [
        name,
        inner === undefined ? {} : child(inner, walk),
      ]);
      fields[key] = Object.fromEntries(entries) as JsonObject;
    } else fields[key] = child(value, walk);
  }
}

function child(value: Json, walk: Walk): Json {
  if (isJsonObject(value)) return reduce(value, walk);
  return typeof value === 'boolean' && walk.subset.only !== null ? {} : value;
}

/** `["string", "null"]` and an alternative `null` become `nullable`; several types become alternatives. */
function toNullable(fields: Fields): void {
  const { type } = fields;
  if (Array.isArray(type)) {
    const kinds = (type as readonly Json[]).filter((kind) => kind !== 'null');
    if (kinds.length < type.length) fields['nullable'] = true;
    delete fields['type'];
    if (kinds.length === 1) fields['type'] = kinds[0];
    else if (kinds.length > 1) fields['anyOf'] ??= kinds.map((kind) => ({ type: kind }));
  }
  const alternatives = listOf(fields['anyOf']);
  const others = alternatives.filter((entry) => !isJsonObject(entry) || entry['type'] !== 'null');
  if (others.length === alternatives.length) return;
  fields['nullable'] = true;
  fields['anyOf'] = others;
  const [only] = others;
  if (others.length > 1) return;
  delete fields['anyOf'];
  if (isJsonObject(only)) merge(fields, only);
}

/** Values that are no texts cannot be listed, so they are told. */
function keepTextEnums(fields: Fields): void {
  if (fields['enum'] === undefined) return;
  const values = listOf(fields['enum']);
  const texts = values.filter((value) => typeof value === 'string' && value !== '');
  if (values.includes(null)) fields['nullable'] = true;
  if (texts.length > 0 && values.every((value) => typeof value === 'string' || value === null)) {
    fields['enum'] = texts;
    fields['type'] ??= 'string';
    return;
  }
  delete fields['enum'];
  const told = `One of: ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
  fields['description'] = [nonEmptyString(fields['description']), told].filter(Boolean).join(' ');
}

/** Beside alternatives stands no type: it moves into them, or the alternatives go where the object is described as well. */
function separateAlternatives(fields: Fields, subset: SchemaSubset): void {
  const key = fields['anyOf'] === undefined ? 'oneOf' : 'anyOf';
  const alternatives = fields[key];
  if (!Array.isArray(alternatives)) return;
  if (fields['properties'] !== undefined || fields['items'] !== undefined) {
    Reflect.deleteProperty(fields, key);
    return;
  }
  const { type } = fields;
  delete fields['type'];
  fields[key] = (alternatives as readonly Json[]).map((entry) =>
    isJsonObject(entry) && type !== undefined && !('anyOf' in entry) ? { type, ...entry } : entry,
  );
  if (subset.only === null) return;
  for (const name of Object.keys(fields)) {
    if (!['anyOf', 'description', 'nullable'].includes(name)) Reflect.deleteProperty(fields, name);
  }
}

function finish(fields: Fields, subset: SchemaSubset): JsonObject {
  const { only, without, textFormats } = subset;
  if (textFormats !== null && typeof fields['format'] === 'string') {
    const isText = fields['type'] === undefined || fields['type'] === 'string';
    if (isText && !textFormats.includes(fields['format'])) delete fields['format'];
  }
  if (subset.arraysNeedItems && fields['type'] === 'array') fields['items'] ??= { type: 'string' };
  if (only !== null && isJsonObject(fields['properties']) && fields['required'] !== undefined) {
    const { properties } = fields;
    const known = listOf(fields['required']).filter(
      (name) => typeof name === 'string' && Object.hasOwn(properties, name),
    );
    fields['required'] = known.length === 0 ? undefined : known;
  }
  for (const [key, value] of Object.entries(fields)) {
    const taken = (only === null || only.includes(key)) && !without.includes(key);
    if (!taken || value === undefined) Reflect.deleteProperty(fields, key);
  }
  return fields;
}

function without(schema: JsonObject, keyword: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
