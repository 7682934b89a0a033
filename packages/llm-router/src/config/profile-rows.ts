import type { JsonObject } from '@mini-agent/foundation/tool';
import type { EndpointProfile, ProfileRow } from '../http/profile.ts';
import { readProfile } from '../http/read-profile.ts';
import { isJsonObject } from '../json.ts';
import type { Place } from './place.ts';
import { defined, fieldOf, given, readObject, readText, refuse, warnUnknown } from './place.ts';

const rowFields = ['host', 'model', 'settings'];
const nameForm = 'a name in which * stands for any characters, or a regular expression';

/** Reads the rows of `profiles`. A row without a host is used where a provider names it. */
export function readProfileRows(value: unknown, place: Place): readonly ProfileRow[] {
  const rows = readObject(value, 'an object of profiles by name', place);
  return Object.entries(rows ?? {}).flatMap(([name, row]) => {
    const found = readRow(name, row, fieldOf(place, name));
    return found === undefined ? [] : [found];
  });
}

function readRow(name: string, value: unknown, place: Place): ProfileRow | undefined {
  if (name === 'neutral') {
    refuse(place, 'is the name of the profile that changes nothing; choose another name');
    return undefined;
  }
  if (!isJsonObject(value)) {
    refuse(place, `is ${given(value)}; allowed is an object with settings, host and model`);
    return undefined;
  }
  warnUnknown(value, rowFields, place);
  const before = place.notes.problems.length;
  const host = readPattern(value, 'host', place);
  const model = readPattern(value, 'model', place);
  const settings = readSettings(value['settings'] ?? {}, fieldOf(place, 'settings'));
  if (settings === undefined || place.notes.problems.length > before) return undefined;
  return {
    name,
    ...defined({ host, model }),
    settings,
  };
}

/** The source of a regular expression. A host's name stands for its subdomains too. */
function readPattern(row: JsonObject, field: 'host' | 'model', place: Place): string | undefined {
  const at = fieldOf(place, field);
  const text = readText(row[field], nameForm, at);
  if (text === undefined) return undefined;
  if (field === 'host' && text.includes('//')) {
    refuse(at, `is ${given(text)}; allowed is the name of a host without https:// and path`);
    return undefined;
  }
  // No name of a host or a model has one of these characters.
  if (/[\\^$+?()[\]{}|]|\.\*/.test(text)) {
    if (isExpression(text)) return text;
    refuse(at, `is ${given(text)}, which is no regular expression; allowed is ${nameForm}`);
    return undefined;
  }
  const source = text
    .split(/\*+/)
    .map((part) => part.replace(/[./-]/g, String.raw`\$&`))
    .join('.*');
  return field === 'host' ? String.raw`(?:^|\.)${source}$` : `^${source}$`;
}

function isExpression(source: string): boolean {
  try {
    new RegExp(source, 'i');
    return true;
  } catch {
    return false;
  }
}

/** Settings of a profile; undefined where one of them cannot be used. */
export function readSettings(value: unknown, place: Place): Partial<EndpointProfile> | undefined {
  const settings = readObject(value, 'an object of settings', place);
  if (settings === undefined) return undefined;
  const { profile, problems } = readProfile(settings);
  const start = `${place.label}: ${place.path}`;
  for (const problem of problems) {
    place.notes.problems.push(problem.replace(/^profile/, () => start));
  }
  return problems.length > 0 ? undefined : profile;
}
