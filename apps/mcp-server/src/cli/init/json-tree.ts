import { brokenFile, lineOf } from './merge-error.ts';

/** A value in a JSON text, with the part of the text that it is. */
export interface JsonNode {
  readonly from: number;
  readonly to: number;
  readonly value: JsonValue;
}

export type JsonValue =
  | { readonly kind: 'scalar'; readonly value: string | number | boolean | null }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] };

export interface JsonMember {
  readonly key: string;
  readonly from: number;
  readonly node: JsonNode;
  /** Where the comma behind it is. */
  readonly comma: number | undefined;
}

export interface JsonTree {
  /** Undefined where the text holds nothing but space and comments. */
  readonly root: JsonNode | undefined;
  readonly comments: readonly { readonly from: number; readonly to: number }[];
}

/** A text nested deeper than this is no configuration. */
const deepest = 200;

/**
 * Reads JSON with comments and trailing commas, as editors write it, and keeps where everything stands.
 * @throws MergeError that names the line.
 */
export function parseJsonTree(text: string): JsonTree {
  const reader = createReader(text);
  reader.skipSpace();
  if (reader.at() === text.length) return { root: undefined, comments: reader.comments };
  const root = readValue(reader, 0);
  reader.skipSpace();
  if (reader.at() < text.length) throw reader.broken();
  return { root, comments: reader.comments };
}

interface Reader {
  readonly comments: { readonly from: number; readonly to: number }[];
  readonly at: () => number;
  /** Space and comments. */
  readonly skipSpace: () => void;
  readonly peek: () => string;
  /** Takes the sign if it is next. */
  readonly take: (sign: string) => boolean;
  /** Takes what the sticky pattern finds here. */
  readonly match: (pattern: RegExp) => string | undefined;
  readonly broken: () => Error;
}

const space = /[ \t\r\n\uFEFF]+/y;
const comment = /\/\/[^\r\n]*|\/\*[^]*?\*\//y;

function createReader(text: string): Reader {
  let position = 0;
  const comments: { from: number; to: number }[] = [];
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    const found = pattern.exec(text)?.[0];
    position += found?.length ?? 0;
    return found;
  };
  return {
    comments,
    at: () => position,
    skipSpace: () => {
      for (;;) {
        if (match(space) !== undefined) continue;
        const from = position;
        if (match(comment) === undefined) return;
        comments.push({ from, to: position });
      }
    },
    peek: () => text.charAt(position),
    take: (sign) => {
      if (text.charAt(position) !== sign) return false;
      position += 1;
      return true;
    },
    match,
    broken: () => brokenFile(lineOf(text, position)),
  };
}

/** Wrong escapes and signs inside are found when it is parsed. One pattern for the whole string would exhaust the stack on a long one. */
const stringPart = /[^"\\\r\n]+|\\./y;
const scalarToken = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;

function readValue(reader: Reader, depth: number): JsonNode {
  if (depth > deepest) throw reader.broken();
  const from = reader.at();
  const value = readContent(reader, depth);
  return { from, to: reader.at(), value };
}

function readContent(reader: Reader, depth: number): JsonValue {
  if (reader.take('{')) return { kind: 'object', members: readMembers(reader, depth + 1) };
  if (reader.take('[')) return { kind: 'array', items: readItems(reader, depth + 1) };
  const text = readText(reader);
  if (text !== undefined) return { kind: 'scalar', value: text };
  const token = reader.match(scalarToken);
  if (token === undefined || /[\w.+-]/.test(reader.peek())) throw reader.broken();
  return { kind: 'scalar', value: JSON.parse(token) as number | boolean | null };
}

function readText(reader: Reader): string | undefined {
  if (!reader.take('"')) return undefined;
  const parts: string[] = [];
  for (let part = reader.match(stringPart); part !== undefined; part = reader.match(stringPart)) {
    parts.push(part);
  }
  if (!reader.take('"')) throw reader.broken();
  try {
    return JSON.parse(`"${parts.join('')}"`) as string;
  } catch {
    throw reader.broken();
  }
}

function readMembers(reader: Reader, depth: number): readonly JsonMember[] {
  const members: JsonMember[] = [];
  for (;;) {
    reader.skipSpace();
    if (reader.take('}')) return members;
    if (members.length > 0 && members.at(-1)?.comma === undefined) throw reader.broken();
    const from = reader.at();
    const key = readText(reader);
    reader.skipSpace();
    if (key === undefined || !reader.take(':')) throw reader.broken();
    reader.skipSpace();
    const node = readValue(reader, depth);
    reader.skipSpace();
    const comma = reader.at();
    const hasComma = reader.take(',');
    members.push({
      key,
      from,
      node,
      comma: hasComma ? comma : undefined,
    });
  }
}

function readItems(reader: Reader, depth: number): readonly JsonNode[] {
  const items: JsonNode[] = [];
  let hasComma = true;
  for (;;) {
    reader.skipSpace();
    if (reader.take(']')) return items;
    if (!hasComma) throw reader.broken();
    items.push(readValue(reader, depth));
    reader.skipSpace();
    hasComma = reader.take(',');
  }
}

/** The plain value of a node. */
export function plainValue({ value }: JsonNode): unknown {
  switch (value.kind) {
    case 'scalar':
      return value.value;
    case 'array':
      return value.items.map(plainValue);
    case 'object':
      return Object.fromEntries(value.members.map(({ key, node }) => [key, plainValue(node)]));
  }
}
