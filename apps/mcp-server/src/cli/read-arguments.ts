import { nearestName } from '../nearest-name.ts';
import type { FlagSpec } from './command-table.ts';
import { quote, usageError, type UsageError } from './usage-error.ts';

/** Arguments, sorted into flags and the rest. */
export interface ReadArguments {
  readonly words: readonly string[];
  readonly switches: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Sorts the arguments of a command. What begins with a dash is a flag, unless a number or a sentence does so; behind `--` everything is a
 * word. A flag of the set that asks for help or the version ends the reading: what follows does not count.
 */
export function readArguments(
  given: readonly string[],
  flags: readonly FlagSpec[],
): ReadArguments | UsageError {
  const words: string[] = [];
  const switches = new Set<string>();
  const values = new Map<string, string>();
  const left = [...given];
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    if (next === '--') {
      words.push(...left.splice(0));
    } else if (!/^-[^\d.\s]/.test(next) || /\s/.test(next)) {
      words.push(next);
    } else {
      const problem = readFlag(next, { left, flags, switches, values });
      if (problem !== undefined) return problem;
      if (switches.has('--help') || switches.has('--version')) break;
    }
  }
  return { words, switches, values };
}

interface Reading {
  /** The arguments behind the flag; its value is taken from them. */
  readonly left: string[];
  readonly flags: readonly FlagSpec[];
  readonly switches: Set<string>;
  readonly values: Map<string, string>;
}

function readFlag(
  given: string,
  { left, flags, switches, values }: Reading,
): UsageError | undefined {
  const [name = '', ...parts] = given.split('=');
  const inline = parts.length === 0 ? undefined : parts.join('=');
  const flag = expandShort(name);
  const spec = flags.find((known) => known.name === flag);
  if (spec === undefined) return unknownFlag(flag, flags);
  if (spec.value === undefined) {
    if (inline !== undefined) return usageError(`${flag} takes no value.`);
    switches.add(flag);
    return undefined;
  }
  const value = inline ?? left.shift();
  if (value === undefined || value === '' || (inline === undefined && value.startsWith('--'))) {
    return usageError(`${flag} needs the ${spec.value}: ${flag} <${spec.value}>.`);
  }
  values.set(flag, value);
  return undefined;
}

function unknownFlag(flag: string, known: readonly FlagSpec[]): UsageError {
  const near = nearestName(
    flag,
    known.map(({ name }) => name),
  );
  const hint = near === undefined ? 'See --help.' : `Did you mean ${near}?`;
  return usageError(`Unknown flag ${quote(flag)}. ${hint}`);
}

function expandShort(flag: string): string {
  if (flag === '-h' || flag === '-?') return '--help';
  return flag === '-v' || flag === '-V' ? '--version' : flag;
}
