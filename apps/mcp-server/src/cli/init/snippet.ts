import { serverName, type ClientConfiguration, type ServerEntry } from './clients.ts';

/** What a person pastes into an empty file of the client. */
export function snippetOf({ format, section, entry }: ClientConfiguration): string {
  if (format === 'toml') return tomlTable(section, entry);
  return JSON.stringify({ [section]: { [serverName]: entry } }, null, 2);
}

/** A JSON string is a TOML basic string as well, but for DEL, which TOML wants escaped. */
export function tomlValue(value: ServerEntry[string]): string {
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007F', '\\u007F');
  return `[${value.map(tomlValue).join(', ')}]`;
}

export function tomlTable(section: string, entry: ServerEntry): string {
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${tomlValue(value)}`);
  return [`[${section}.${serverName}]`, ...lines].join('\n');
}
