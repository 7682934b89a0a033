/** An exact decimal: `mantissa × 10^-scale`. */
export interface Decimal {
  readonly mantissa: bigint;
  readonly scale: number;
}

/** Longest digit string that is read as a number; more is no number anybody says. */
const mostDigits = 400;

/** Reads `12`, `1.5`, `.5` or `1.5e3`; undefined where the exponent or the length is beyond reason. */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length <= mostDigits && /^\d+$/.test(text)) return { mantissa: BigInt(text), scale: 0 };
  const match = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(text);
  if (match === null || text.length > mostDigits) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const shift = fraction.length - Number(exponent);
  if (Math.abs(shift) > mostDigits) return undefined;
  const mantissa = BigInt(whole + fraction);
  return shift >= 0
    ? reduce({ mantissa, scale: shift })
    : { mantissa: mantissa * 10n ** BigInt(-shift), scale: 0 };
}

export function integerDecimal(value: number): Decimal {
  return { mantissa: BigInt(value), scale: 0 };
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return reduce({ mantissa: atScale(left, scale) + atScale(right, scale), scale });
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  return reduce({ mantissa: left.mantissa * right.mantissa, scale: left.scale + right.scale });
}

export function negateDecimal(value: Decimal): Decimal {
  return { mantissa: -value.mantissa, scale: value.scale };
}

/** The exact quotient, or undefined where it has no finite decimal form. */
export function divideDecimals(left: Decimal, right: Decimal): Decimal | undefined {
  if (right.mantissa === 0n) return undefined;
  const negative = left.mantissa < 0n !== right.mantissa < 0n;
  let numerator = absolute(left.mantissa) * 10n ** BigInt(right.scale);
  const denominator = absolute(right.mantissa) * 10n ** BigInt(left.scale);
  let scale = 0;
  while (numerator % denominator !== 0n) {
    if (scale === 30) return undefined;
    numerator *= 10n;
    scale++;
  }
  const mantissa = numerator / denominator;
  return reduce({ mantissa: negative ? -mantissa : mantissa, scale });
}

export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const difference = atScale(left, scale) - atScale(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Plain digits, never with an exponent. */
export function decimalText({ mantissa, scale }: Decimal): string {
  const digits = absolute(mantissa)
    .toString()
    .padStart(scale + 1, '0');
  const sign = mantissa < 0n ? '-' : '';
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** A JSON number where that is exact, else the digits. */
export function decimalValue(value: Decimal): number | string {
  const text = decimalText(value);
  const number = Number(text);
  return Number.isFinite(number) && samePlainNumber(number, text) ? number : text;
}

/** The value as a safe integer, or undefined. */
export function integerValue(value: Decimal): number | undefined {
  if (value.scale !== 0) return undefined;
  const number = Number(value.mantissa);
  return Number.isSafeInteger(number) ? number : undefined;
}

function samePlainNumber(number: number, text: string): boolean {
  const back = parseDecimal(String(Math.abs(number)));
  return back !== undefined && decimalText(back) === text.replace('-', '');
}

function reduce({ mantissa, scale }: Decimal): Decimal {
  if (scale <= 0) return { mantissa, scale };
  let digits = mantissa;
  let places = scale;
  while (places > 0 && digits % 10n === 0n) {
    digits /= 10n;
    places--;
  }
  return { mantissa: digits, scale: places };
}

function atScale(value: Decimal, scale: number): bigint {
  return value.mantissa * 10n ** BigInt(scale - value.scale);
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
