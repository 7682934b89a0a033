import type { Rational } from '../number/rational.ts';

export type Dimension =
  | 'length'
  | 'area'
  | 'volume'
  | 'weight'
  | 'temperature'
  | 'data'
  | 'speed'
  | 'time'
  | 'pressure'
  | 'energy'
  | 'power'
  | 'angle';

export interface Unit {
  readonly symbol: string;
  readonly dimension: Dimension;
  /** How many base units of the dimension one of it is, exactly. */
  readonly factor: Rational;
  /** Added after the factor, in base units: the zero point of a temperature scale. */
  readonly offset: Rational | undefined;
  /** True where the factor is to be multiplied by π (angles in degrees, with the radian as base). */
  readonly isPiMultiple: boolean;
  /** The factor of a decimal data unit when it is read in 1024s, and the unambiguous symbol of that reading. */
  readonly binary: { readonly factor: Rational; readonly symbol: string } | undefined;
  /** What a reader should know about the choice behind this name. */
  readonly note: string | undefined;
}

/** One line of a definition table. */
export interface UnitRow {
  readonly symbol: string;
  /** `a` or `a/b`, plain decimal numbers: how many base units one of it is. */
  readonly factor: string;
  /** Other symbols, case-sensitive, separated by `|`. */
  readonly symbols?: string;
  /** English names in the singular, separated by `|`; plurals and -re spellings are made from them. */
  readonly names?: string;
  /** Chinese names, separated by `|`. */
  readonly chinese?: string;
  readonly offset?: string;
  readonly isPiMultiple?: boolean;
  readonly binary?: { readonly factor: string; readonly symbol: string };
  readonly note?: string;
}

export interface UnitTable {
  readonly dimension: Dimension;
  readonly rows: readonly UnitRow[];
}
