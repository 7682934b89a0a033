/** What a unit measures; only units of one dimension can be converted. */
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
  | 'angle'
  | 'fuel economy';

export interface Unit {
  readonly symbol: string;
  readonly dimension: Dimension;
  /** How many base units of the dimension one of it is: numbers joined by `*` and `/`, read from left to right. */
  readonly factor: string;
  /** Added after the factor, in base units: the zero point of a temperature scale. */
  readonly offset: string | undefined;
  /** True where the factor is to be multiplied by π (angles in degrees, with the radian as base). */
  readonly isPiMultiple: boolean;
  /** True where the base unit is the factor divided by the value (L/100km beside km/L). */
  readonly isInverse: boolean;
  /** The factor of a decimal data unit when it is read in 1024s, and the unambiguous symbol of that reading. */
  readonly binary: { readonly factor: string; readonly symbol: string } | undefined;
  /** True where another case of the first letter would be another magnitude: milli and mega. */
  readonly isCaseBound: boolean;
  /** What a reader should know about the choice behind this name. */
  readonly note: string | undefined;
}

/** A unit as `findUnit` and `convert` report it. */
export interface UnitName {
  /** The symbol that `convert` understands. */
  readonly symbol: string;
  /** What the unit measures. */
  readonly dimension: Dimension;
  /** Which reading was chosen, where the name has more than one. */
  readonly note?: string;
}
