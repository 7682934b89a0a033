import { serverName, type ClientConfiguration, type ServerEntry } from './clients.ts';
import { notMergeable } from './merge-error.ts';
import { remoteEntry, remoteKeys } from './merge-json.ts';
import { tomlTable, tomlValue } from './snippet.ts';
import { applyEdits, lineEnd, type TextEdit } from './text-edit.ts';
import { parseToml, type TomlDocument, type TomlEntry, type TomlValue } from './toml-reader.ts';

type Target = Pick<ClientConfiguration, 'section' | 'entry'>;

/**
 * The text with the server's table in it: at its end, or with the values replaced that differ. All other text stays as it was.
 * @throws MergeError where the text is no TOML, or where something would be lost.
 */
export function mergeToml(text: string, { section, entry }: Target): string {
  const document = parseToml(text);
  const path = [section, serverName];
  refuseForeignForms(document, section);
  const tables = document.tables.filter((table) => isSame(table.path, path));
  const given = document.entries.filter((known) => startsWith(known.path, path));
  if (tables.length > 1)
    throw notMergeable({
      en: `[${path.join('.')}] is there twice`,
      zh: `[${path.join('.')}] 出现了两次`,
    });
  if (tables.length === 0 && given.length === 0) {
    if (document.tables.some((table) => startsWith(table.path, path))) throw foreignForm(path);
    return append(text, tomlTable(section, entry));
  }
  const remote = given.find((known) => remoteKeys.includes(known.path[2] ?? ''));
  if (remote !== undefined) throw remoteEntry(remote.path[2] ?? '');
  return update(text, { path, entry, given, bodyFrom: tables[0]?.bodyFrom });
}

/** Tables written in one line, or as a list, cannot be added to at the end of the file. */
function refuseForeignForms({ tables, entries }: TomlDocument, section: string): void {
  const isList = tables.some(
    ({ path, isArray }) => isArray && path[0] === section && path.length <= 2,
  );
  const isValue = entries.some(({ path }) => isSame(path, [section]));
  if (isList || isValue) throw foreignForm([section]);
}

function foreignForm(path: readonly string[]): Error {
  const name = path.join('.');
  return notMergeable({
    en: `${name} is written in a form that cannot be added to`,
    zh: `${name} 的写法无法追加内容`,
  });
}

function append(text: string, table: string): string {
  const newline = lineEnd(text);
  const added = `${table.replaceAll('\n', newline)}${newline}`;
  if (text.replace('\uFEFF', '').trim() === '') return `${text}${added}`;
  const gap = text.endsWith('\n') ? newline : `${newline}${newline}`;
  return `${text}${/\n\r?\n$/.test(text) ? '' : gap}${added}`;
}

interface Update {
  readonly path: readonly string[];
  readonly entry: ServerEntry;
  readonly given: readonly TomlEntry[];
  readonly bodyFrom: number | undefined;
}

function update(text: string, { path, entry, given, bodyFrom }: Update): string {
  const edits: TextEdit[] = [];
  const missing: string[] = [];
  for (const [key, value] of Object.entries(entry)) {
    const [known, again] = given.filter((candidate) => isSame(candidate.path, [...path, key]));
    if (again !== undefined)
      throw notMergeable({ en: `${key} is there twice`, zh: `${key} 出现了两次` });
    if (known === undefined) missing.push(`${key} = ${tomlValue(value)}`);
    else if (!isEqual(known.value, value)) edits.push(replacement(known, value));
  }
  if (missing.length === 0) return applyEdits(text, edits);
  if (bodyFrom === undefined) throw foreignForm(path);
  const newline = lineEnd(text);
  const before = bodyFrom > 0 && !text.slice(0, bodyFrom).endsWith('\n') ? newline : '';
  const lines = `${before}${missing.join(newline)}${newline}`;
  return applyEdits(text, [{ from: bodyFrom, to: bodyFrom, text: lines }, ...edits]);
}

function replacement({ from, to, value }: TomlEntry, wanted: ServerEntry[string]): TextEdit {
  if (value.kind !== 'array' || !value.hasComment) return { from, to, text: tomlValue(wanted) };
  throw notMergeable({
    en: `a comment stands inside of a value of "${serverName}" that would be replaced`,
    zh: `"${serverName}" 中将被替换的值里有注释`,
  });
}

function isEqual(value: TomlValue, wanted: ServerEntry[string]): boolean {
  if (typeof wanted === 'string') return value.kind === 'text' && value.value === wanted;
  return (
    value.kind === 'array' &&
    value.items.length === wanted.length &&
    value.items.every((item, at) => isEqual(item, wanted[at] ?? ''))
  );
}

function isSame(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && startsWith(path, other);
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.every((name, at) => path[at] === name);
}
