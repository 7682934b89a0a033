/** What a `.env` text holds, and the lines of it that say nothing. */
export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  /** 1-based numbers of lines that are neither `NAME=value`, a comment nor blank. */
  readonly badLines: readonly number[];
}

const assignment = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s?(.*)$/;
const quotedValue = /^\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`)\s*(?:#.*)?$/;

/**
 * Reads `.env` text: one `NAME=value` a line, optional `export`, values bare or quoted, `#` comments, BOM and CRLF.
 * A `#` begins a comment only after white space, so a key that holds one is not cut.
 */
export function parseEnvFile(text: string): EnvFile {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  const badLines: number[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const [, name, value = ''] = assignment.exec(line) ?? [];
    if (name === undefined) badLines.push(index + 1);
    else values[name] = readValue(value);
  }
  return { values, badLines };
}

function readValue(text: string): string {
  const [quoted, double, single, back] = quotedValue.exec(text) ?? [];
  if (quoted === undefined) return text.replace(/(?:^|\s)#.*$/, '').trim();
  if (double !== undefined) return unescape(double);
  return single ?? back ?? '';
}

/** Only double quotes know escapes, as in a POSIX shell's `$'…'`: \n, \r, \t, and a backslash before anything else is dropped. */
function unescape(text: string): string {
  const control: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
  return text.replace(/\\(.)/g, (_, character: string) => control[character] ?? character);
}
