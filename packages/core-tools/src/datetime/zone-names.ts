import { CoreToolError, quoteInput, requireText } from '../errors.ts';
import { nearestNames } from '../nearest-names.ts';
import { formatOffset, parseOffset } from './offset-text.ts';
import { zoneNames } from './zone-aliases.ts';
import { isKnownToHost } from './zone-offset.ts';

const MAX_NAME_CHARS = 64;
const MAX_REMEMBERED = 512;
const MAX_SIMILAR_CHARS = 30;

const remembered = new Map<string, string>();

/**
 * The zone that a name means: `UTC`, an offset (`+08:00`, `UTC+8`), an IANA name in any case, or a well-known place in
 * English or Chinese (`Beijing`, `北京`, `New York`).
 *
 * @returns `UTC`, `±HH:mm` or the IANA name in its usual spelling.
 * @throws CoreToolError `invalid_arguments` for anything else, with `details.candidates`. Abbreviations (CST, EST …)
 *   are refused: they name several zones, or only half of a year.
 */
export function resolveTimeZone(name: string): string {
  const found = findTimeZone(name);
  if (found !== undefined) return found;
  const key = zoneKey(name);
  const meant = zoneNames().abbreviations.get(key);
  if (meant) {
    const reason =
      meant.length > 1
        ? 'the abbreviation is ambiguous'
        : 'it is an abbreviation, not an IANA time zone';
    throw unknownZone(name, reason, meant);
  }
  throw unknownZone(name, 'it is not an IANA time zone, offset or known city', similarZones(key));
}

/** As {@link resolveTimeZone}, but undefined instead of an error. */
export function findTimeZone(name: string): string | undefined {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  requireText(name, 'The time zone', 'a string such as Asia/Tokyo or +08:00');
  const found = name.length > MAX_NAME_CHARS ? undefined : lookUp(zoneKey(name));
  if (found !== undefined) {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(name, found);
  }
  return found;
}

function lookUp(key: string): string | undefined {
  if (key === '') return undefined;
  const names = zoneNames();
  if (names.utc.has(key)) return 'UTC';
  if (names.abbreviations.has(key)) return undefined;
  const offset = parseOffset(key.replace(/^(?:utc|gmt)_?(?=[+-])/, ''));
  if (offset !== undefined) return offset === 0 ? 'UTC' : formatOffset(offset);
  const place = names.places.get(key);
  if (place !== undefined) return place;
  const plain = names.plain.get(key);
  if (plain !== undefined) return isKnownToHost(plain) ? plain : undefined;
  return ianaName(key) ?? hostZones().byCity.get(key);
}

/** The key under which all tables list a name. */
function zoneKey(name: string): string {
  return name
    .slice(0, MAX_NAME_CHARS)
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll('−', '-')
    .replace(/(?:时间|市)$/, '')
    .replace(/\s+/g, '_');
}

/** Slash names only: without a slash `Intl` also takes abbreviations. */
function ianaName(key: string): string | undefined {
  const listed = hostZones().byKey.get(key);
  if (listed !== undefined) return listed;
  if (!key.includes('/') || !/^[a-z][a-z0-9]*(?:[_/+-][a-z0-9]+)*$/.test(key)) return undefined;
  if (key.startsWith('systemv/') || !isKnownToHost(key)) return undefined;
  return key.split('/').map(spellSegment).join('/');
}

/** Links (Asia/Kolkata on hosts that list Asia/Calcutta) are not listed: their spelling follows tzdb's habits. */
function spellSegment(segment: string): string {
  if (/^(?:gmt|utc|uct|us|nsw|act|lhi)(?![a-z])/.test(segment)) return segment.toUpperCase();
  return segment
    .split(/([_-])/)
    .map((word) => (/^(?:of|es|au|d)$/.test(word) ? word : capitalise(word)))
    .join('');
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

interface HostZones {
  readonly byKey: ReadonlyMap<string, string>;
  /** The last part of a name (`new_york`), where only one zone has it. */
  readonly byCity: ReadonlyMap<string, string>;
}

let host: HostZones | undefined;

function hostZones(): HostZones {
  host ??= listHostZones();
  return host;
}

function listHostZones(): HostZones {
  const byKey = new Map<string, string>();
  const byCity = new Map<string, string>();
  const shared = new Set<string>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    if (!zone.includes('/')) continue;
    const key = zone.toLowerCase();
    byKey.set(key, zone);
    const city = key.slice(key.lastIndexOf('/') + 1);
    if (byCity.has(city)) shared.add(city);
    else if (!key.startsWith('etc/')) byCity.set(city, zone);
  }
  for (const city of shared) byCity.delete(city);
  return { byKey, byCity };
}

function unknownZone(name: string, reason: string, candidates: readonly string[]): CoreToolError {
  const hint =
    candidates.length > 0
      ? `use ${candidates.join(' or ')}`
      : 'use an IANA name such as Asia/Shanghai or America/New_York, or an offset such as +08:00';
  return new CoreToolError(
    'invalid_arguments',
    `Unknown time zone ${quoteInput(name)}: ${reason}; ${hint}.`,
    { details: candidates.length > 0 ? { hint, candidates } : { hint } },
  );
}

/** Zones of cities whose name is spelt nearly so. */
function similarZones(key: string): readonly string[] {
  const city = key.slice(key.lastIndexOf('/') + 1);
  if (city.length > MAX_SIMILAR_CHARS || /^[\0-\x7f]{0,3}$/.test(city)) return [];
  const known = [...hostZones().byCity, ...zoneNames().places];
  // A name that goes on for as long again is another one: Mars is not the beginning of Marseille.
  const cities = new Map(known.filter(([name]) => name.length < 2 * city.length));
  const zones = nearestNames(city, cities.keys()).map((name) => cities.get(name) ?? name);
  return [...new Set(zones)];
}
