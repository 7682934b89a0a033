import type { Environment } from '../../config/variables.ts';

/** What a stream can show. */
export interface TerminalStyle {
  /** Lines may be redrawn. */
  readonly live: boolean;
  readonly colours: boolean;
  /** Signs beyond ASCII. */
  readonly unicode: boolean;
}

export interface StyledStream {
  readonly isTTY?: boolean;
}

/**
 * Live only on a real terminal: not with `TERM=dumb`, and not with `CI`, whose logs keep every redrawn line. Colours follow the
 * terminal; `NO_COLOR` (no-color.org: any value but an empty one) switches them off, and `FORCE_COLOR` wins over everything, as in Node.
 */
export function terminalStyle(
  stream: StyledStream,
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): TerminalStyle {
  const isTerminal = stream.isTTY === true;
  const isDumb = environment['TERM'] === 'dumb';
  const isAutomatic = !['', '0', 'false'].includes((environment['CI'] ?? '').toLowerCase());
  const live = isTerminal && !isDumb && !isAutomatic;
  const hasNoColour = (environment['NO_COLOR'] ?? '') !== '';
  const colours = forcedColours(environment['FORCE_COLOR']) ?? (live && !hasNoColour);
  return { live, colours, unicode: platform === 'win32' || showsUnicode(environment) };
}

function forcedColours(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  return !['0', 'false'].includes(value.toLowerCase());
}

/** By the first variable of the locale that is set (POSIX); without any, a terminal of today is taken to know UTF-8. */
function showsUnicode(environment: Environment): boolean {
  const names = ['LC_ALL', 'LC_CTYPE', 'LANG'];
  const locale = names.map((name) => environment[name] ?? '').find((value) => value !== '') ?? '';
  return environment['TERM'] !== 'linux' && (locale === '' || /utf-?8/i.test(locale));
}

const codes = { dim: 2, bold: 1, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Colour = keyof typeof codes;

export function paint(text: string, colour: Colour, style: Pick<TerminalStyle, 'colours'>): string {
  return style.colours && text !== '' ? `\u001B[${codes[colour]}m${text}\u001B[0m` : text;
}
