import { secret, type Secret } from '@mini-agent/foundation/secret';

/** Reads variables and collects what is wrong with them; an invalid value never stops the program, its default is used. */
export interface Variables {
  readonly problems: string[];
  text(name: string): string | undefined;
  secret(name: string): Secret | undefined;
  integer(name: string, range: IntegerRange): number;
  flag(name: string, fallback: boolean): boolean;
  url(name: string): string | undefined;
  list(name: string, separator: RegExp): readonly string[];
}

export interface IntegerRange {
  readonly fallback: number;
  readonly minimum: number;
  readonly maximum: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** An empty or blank variable counts as not set: that is how clients pass a setting that was left open. */
export function createVariables(environment: Environment): Variables {
  const problems: string[] = [];
  const text = (name: string): string | undefined => {
    const value = Object.hasOwn(environment, name) ? environment[name]?.trim() : undefined;
    return value === '' ? undefined : value;
  };
  const reject = (name: string, given: string, rule: string): void => {
    problems.push(`${name} is "${shorten(given)}", but it must be ${rule}.`);
  };
  return {
    problems,
    text,
    secret: (name) => {
      const value = text(name);
      return value === undefined ? undefined : secret(value);
    },
    integer: (name, { fallback, minimum, maximum }) => {
      const value = text(name);
      if (value === undefined) return fallback;
      const number = /^\d+$/.test(value) ? Number(value) : NaN;
      if (number >= minimum && number <= maximum) return number;
      const rule = `an integer from ${minimum} to ${maximum}; the default ${fallback} is used`;
      reject(name, value, rule);
      return fallback;
    },
    flag: (name, fallback) => {
      const value = text(name)?.toLowerCase();
      if (value === undefined) return fallback;
      if (['true', 'on', 'yes', '1'].includes(value)) return true;
      if (['false', 'off', 'no', '0'].includes(value)) return false;
      reject(name, value, `on or off; the default ${fallback ? 'on' : 'off'} is used`);
      return fallback;
    },
    url: (name) => {
      const value = text(name);
      if (value === undefined) return undefined;
      if (URL.canParse(value) && /^https?:\/\//i.test(value)) return value;
      reject(name, value, 'a URL that begins with http:// or https://; it is ignored');
      return undefined;
    },
    list: (name, separator) =>
      (text(name) ?? '')
        .split(separator)
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
  };
}

/** A value is shown so that the mistake can be seen, but never so much of it that a misplaced key would be. */
function shorten(value: string): string {
  return value.length > 12 ? `${value.slice(0, 8)}…` : value;
}
