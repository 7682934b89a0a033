import { isDeepStrictEqual } from 'node:util';
import { serverName, type ClientConfiguration } from './clients.ts';
import {
  parseJsonTree,
  plainValue,
  type JsonMember,
  type JsonNode,
  type JsonTree,
} from './json-tree.ts';
import { notMergeable, type MergeError } from './merge-error.ts';
import { applyEdits, lineEnd, type TextEdit } from './text-edit.ts';

type Target = Pick<ClientConfiguration, 'section' | 'entry'>;

/**
 * The text with the server in it. Everything else, comments and spacing too, stays as it was, sign by sign; where the server is there
 * already, only the values that differ are replaced, and the same text means that nothing does.
 * @throws MergeError where the text is no JSON, or where something would be lost.
 */
export function mergeJson(text: string, { section, entry }: Target): string {
  const tree = parseJsonTree(text);
  const style = styleOf(text, tree);
  if (tree.root === undefined) {
    const body = JSON.stringify({ [section]: { [serverName]: entry } }, null, 2);
    const end = text === '' || /[\r\n]$/.test(text) ? '' : style.newline;
    const mark =
      text.replaceAll('\uFEFF', '').trim() === ''
        ? text.replace(/[^\uFEFF]/g, '')
        : `${text}${end}`;
    return `${mark}${body.replaceAll('\n', style.newline)}${style.newline}`;
  }
  const merge: Merge = { text, tree, style };
  const root = membersOf(tree.root, 'the file');
  const servers = only(root, section);
  if (servers === undefined) {
    return insert(merge, {
      node: tree.root,
      key: section,
      value: { [serverName]: entry },
      depth: 1,
    });
  }
  const known = only(membersOf(servers.node, section), serverName);
  if (known === undefined) {
    return insert(merge, { node: servers.node, key: serverName, value: entry, depth: 2 });
  }
  return update(merge, known.node, entry);
}

interface Style {
  readonly newline: string;
  /** One step to the right. */
  readonly indent: string;
}

interface Merge {
  readonly text: string;
  readonly tree: JsonTree;
  readonly style: Style;
}

/** As the file does it, by the first member that has a line of its own. */
function styleOf(text: string, { root }: JsonTree): Style {
  const first = root?.value.kind === 'object' ? root.value.members[0] : undefined;
  const indent = first === undefined ? undefined : indentBefore(text, first.from);
  return { newline: lineEnd(text), indent: indent === undefined || indent === '' ? '  ' : indent };
}

/** The space between the beginning of the line and `offset`, if there is nothing else. */
function indentBefore(text: string, offset: number): string | undefined {
  return /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, offset))?.[1];
}

function membersOf({ value }: JsonNode, name: string): readonly JsonMember[] {
  if (value.kind === 'object') return value.members;
  throw notMergeable({
    en: `${name} is no object of names and values`,
    zh: `${name === 'the file' ? '文件' : name} 不是由名称和值组成的对象`,
  });
}

/** The member of a name. Programs differ in which of two they read. */
function only(members: readonly JsonMember[], key: string): JsonMember | undefined {
  const [first, second] = members.filter((member) => member.key === key);
  if (second === undefined) return first;
  throw notMergeable({ en: `"${key}" is there twice`, zh: `"${key}" 出现了两次` });
}

interface Insertion {
  readonly node: JsonNode;
  readonly key: string;
  readonly value: unknown;
  /** How far to the right it stands where the object has no member to tell. */
  readonly depth: number;
}

/** A new member behind the last one, and behind the comment on that one's line. */
function insert({ text, tree, style }: Merge, { node, key, value, depth }: Insertion): string {
  const members = membersOf(node, key);
  const last = members.at(-1);
  const isOneLine = last !== undefined && indentBefore(text, last.from) === undefined;
  const outer = /(?:^|[\r\n])([ \t]*)[^\r\n]*$/.exec(text.slice(0, node.from + 1))?.[1] ?? '';
  const indent =
    (last === undefined || isOneLine ? undefined : indentBefore(text, last.from)) ??
    (depth === 1 ? style.indent : `${outer}${style.indent}`);
  const body = JSON.stringify(value, null, style.indent).replaceAll(
    '\n',
    `${style.newline}${indent}`,
  );
  const member = `${style.newline}${indent}${JSON.stringify(key)}: ${body}`;
  const closing = node.to - 1;
  if (last === undefined) {
    const place = afterComments(text, tree, node.from + 1);
    const isOpen = /[\r\n]/.test(text.slice(place, closing));
    const end = isOpen ? '' : `${style.newline}${outer}`;
    return applyEdits(text, [{ from: place, to: place, text: `${member}${end}` }]);
  }
  const end = last.comma === undefined ? last.node.to : last.comma + 1;
  const place = afterComments(text, tree, end);
  const isOpen = /[\r\n]/.test(text.slice(place, closing));
  const edits: TextEdit[] = [
    ...(last.comma === undefined ? [{ from: end, to: end, text: ',' }] : []),
    { from: place, to: place, text: `${member}${isOpen ? '' : `${style.newline}${outer}`}` },
  ];
  return applyEdits(text, edits);
}

/** Behind the comments that follow on the same line. */
function afterComments(text: string, { comments }: JsonTree, offset: number): number {
  let place = offset;
  for (;;) {
    const gap = /^[ \t]*/.exec(text.slice(place))?.[0].length ?? 0;
    const next = comments.find(({ from }) => from === place + gap);
    if (next === undefined) return place;
    place = next.to;
  }
}

/** With one of them an entry is a server elsewhere, which no command starts. */
export const remoteKeys: readonly string[] = ['url', 'httpUrl', 'serverUrl'];

export function remoteEntry(key: string): MergeError {
  return notMergeable({
    en: `"${serverName}" is there with "${key}", as a server that is reached over HTTP`,
    zh: `"${serverName}" 已存在并设有 "${key}"，是通过 HTTP 访问的服务`,
  });
}

/** Replaces the values that differ and leaves what the user added (variables, limits) as it is. */
function update(merge: Merge, node: JsonNode, entry: Target['entry']): string {
  const members = membersOf(node, serverName);
  const remote = members.find(({ key }) => remoteKeys.includes(key));
  if (remote !== undefined) throw remoteEntry(remote.key);
  const edits: TextEdit[] = [];
  const missing: [string, unknown][] = [];
  for (const [key, value] of Object.entries(entry)) {
    const known = only(members, key);
    if (known === undefined) {
      missing.push([key, value]);
      continue;
    }
    if (isDeepStrictEqual(plainValue(known.node), value)) continue;
    edits.push(replacement(merge, known.node, value));
  }
  const changed = applyEdits(merge.text, edits);
  const [next] = missing;
  if (next === undefined) return changed;
  const [key, value] = next;
  const tree = parseJsonTree(changed);
  const again = { ...merge, text: changed, tree };
  const inserted = insert(again, { node: nodeAt(tree, node.from), key, value, depth: 3 });
  const whole = parseJsonTree(inserted);
  return update({ ...merge, text: inserted, tree: whole }, nodeAt(whole, node.from), entry);
}

/** The value that begins at `from`; edits inside of an object leave its beginning where it was. */
function nodeAt({ root }: JsonTree, from: number): JsonNode {
  const search = (node: JsonNode): JsonNode | undefined => {
    if (node.from === from) return node;
    if (node.value.kind !== 'object') return undefined;
    const inside = node.value.members.find(
      (member) => member.node.from <= from && from < member.node.to,
    );
    return inside === undefined ? undefined : search(inside.node);
  };
  const found = root === undefined ? undefined : search(root);
  if (found === undefined) throw new Error('The entry is not where it was.');
  return found;
}

function replacement({ tree }: Merge, { from, to }: JsonNode, value: unknown): TextEdit {
  const holdsComment = tree.comments.some((comment) => comment.from > from && comment.to < to);
  if (!holdsComment) return { from, to, text: JSON.stringify(value) };
  throw notMergeable({
    en: `a comment stands inside of a value of "${serverName}" that would be replaced`,
    zh: `"${serverName}" 中将被替换的值里有注释`,
  });
}
