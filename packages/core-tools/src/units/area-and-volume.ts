import { lengthRow } from './length-and-weight.ts';
import type { UnitRow, UnitTable } from './unit.ts';

const US = 'read as the US unit; write "imperial" or "UK" before it for the British one';
const BARREL = 'read as the oil barrel of 42 US gallons';
const MARKET_AREA = 'a Chinese market unit (市制): 1 亩 is 10000/15 m²';

/** Square metres. */
export function areaTable(): UnitTable {
  return {
    dimension: 'area',
    rows: [
      squareOf('m', '1'),
      squareOf('km', '1000000'),
      squareOf('dm', '0.01'),
      squareOf('cm', '0.0001'),
      squareOf('mm', '0.000001'),
      squareOf('in', '0.00064516'),
      squareOf('ft', '0.09290304', 'sqft'),
      squareOf('yd', '0.83612736'),
      squareOf('mi', '2589988.110336'),
      { symbol: 'ha', factor: '10000', names: 'hectare', chinese: '公顷|公頃' },
      {
        symbol: 'acre',
        factor: '4046.8564224',
        symbols: 'ac',
        names: 'acre',
        chinese: '英亩|英畝',
      },
      { symbol: 'mu', factor: '10000/15', chinese: '亩|市亩|畝', note: MARKET_AREA },
    ],
  };
}

/** Litres. US gallon: 231 cubic inches; imperial gallon: 4.54609 L (NIST SP 811, appendix B). */
export function volumeTable(): UnitTable {
  return {
    dimension: 'volume',
    rows: [
      { symbol: 'L', factor: '1', symbols: 'l|ℓ|ltr|ltrs', names: 'liter', chinese: '升|公升' },
      { symbol: 'dL', factor: '0.1', symbols: 'dl', names: 'deciliter', chinese: '分升' },
      { symbol: 'cL', factor: '0.01', symbols: 'cl', names: 'centiliter', chinese: '厘升' },
      { symbol: 'mL', factor: '0.001', symbols: 'ml|mls', names: 'milliliter', chinese: '毫升' },
      { symbol: 'uL', factor: '0.000001', symbols: 'ul', names: 'microliter', chinese: '微升' },
      cubeOf('m', '1000', 'cbm'),
      cubeOf('dm', '1'),
      cubeOf('cm', '0.001', 'cc|ccm'),
      cubeOf('mm', '0.000001'),
      cubeOf('in', '0.016387064'),
      cubeOf('ft', '28.316846592'),
      cubeOf('yd', '764.554857984'),
      ...customary('3.785411784', { gallon: 'gal', quart: 'qt', pint: 'pt', ounce: 'fl_oz' }),
      {
        symbol: 'cup',
        factor: '3.785411784/16',
        names: 'cup|us cup',
        chinese: '杯|量杯',
        note: US,
      },
      {
        symbol: 'tbsp',
        factor: '3.785411784/256',
        names: 'tablespoon|us tablespoon',
        chinese: '汤匙|大匙',
        note: US,
      },
      {
        symbol: 'tsp',
        factor: '3.785411784/768',
        names: 'teaspoon|us teaspoon',
        chinese: '茶匙|小匙',
        note: US,
      },
      {
        symbol: 'bbl',
        factor: '158.987294928',
        names: 'barrel|oil barrel',
        chinese: '桶',
        note: BARREL,
      },
      imperial('gallon', '4.54609', {
        symbol: 'imp_gal',
        short: 'gal',
        chinese: '英制加仑|英加仑',
      }),
      imperial('quart', '4.54609/4', { symbol: 'imp_qt', short: 'qt', chinese: '英制夸脱|英夸脱' }),
      imperial('pint', '4.54609/8', { symbol: 'imp_pt', short: 'pt', chinese: '英制品脱|英品脱' }),
      imperial('fluid ounce', '4.54609/160', {
        symbol: 'imp_fl_oz',
        short: 'fl oz',
        chinese: '英制液盎司|英液盎司',
      }),
    ],
  };
}

function squareOf(symbol: string, factor: string, extra?: string): UnitRow {
  const { names = '', chinese = '' } = lengthRow(symbol);
  return {
    symbol: `${symbol}²`,
    factor,
    symbols: [
      `sq ${symbol}`,
      `sq.${symbol}`,
      `sq. ${symbol}`,
      `square ${symbol}`,
      ...listOf(extra),
    ].join('|'),
    names: listOf(names)
      .flatMap((name) => [`square ${name}`, `sq ${name}`, `sq. ${name}`, `${name} squared`])
      .join('|'),
    chinese: listOf(chinese)
      .map((name) => `平方${name}`)
      .join('|'),
  };
}

function cubeOf(symbol: string, factor: string, extra?: string): UnitRow {
  const { names = '', chinese = '' } = lengthRow(symbol);
  return {
    symbol: `${symbol}³`,
    factor,
    symbols: [`cu ${symbol}`, `cu. ${symbol}`, `cubic ${symbol}`, ...listOf(extra)].join('|'),
    names: listOf(names)
      .flatMap((name) => [`cubic ${name}`, `cu ${name}`, `${name} cubed`])
      .join('|'),
    chinese: listOf(chinese)
      .map((name) => `立方${name}`)
      .join('|'),
  };
}

interface CustomarySymbols {
  readonly gallon: string;
  readonly quart: string;
  readonly pint: string;
  readonly ounce: string;
}

/** The US units twice: named as such, and by the bare name with a note. */
function customary(gallon: string, symbols: CustomarySymbols): readonly UnitRow[] {
  const rows: UnitRow[] = [];
  const add = (symbol: string, factor: string, names: readonly [string, string]): void => {
    const [english, chinese] = names;
    const words = symbol.replace('_', ' ');
    rows.push(
      {
        symbol: `us_${symbol}`,
        factor,
        symbols: `US ${words}|us ${words}`,
        names: `us ${english}|u.s. ${english}|american ${english}`,
        chinese: listOf(chinese)
          .flatMap((name) => [`美制${name}`, `美${name}`])
          .join('|'),
      },
      { symbol, factor, symbols: `${words}s`, names: english, chinese, note: US },
    );
  };
  add(symbols.gallon, gallon, ['gallon', '加仑']);
  add(symbols.quart, `${gallon}/4`, ['quart', '夸脱']);
  add(symbols.pint, `${gallon}/8`, ['pint', '品脱']);
  add(symbols.ounce, `${gallon}/128`, ['fluid ounce', '液盎司|液体盎司']);
  return rows;
}

interface ImperialNames {
  readonly symbol: string;
  readonly short: string;
  readonly chinese: string;
}

function imperial(name: string, factor: string, names: ImperialNames): UnitRow {
  return {
    symbol: names.symbol,
    factor,
    symbols: `UK ${names.short}|uk ${names.short}|imp ${names.short}`,
    names: `imperial ${name}|uk ${name}|u.k. ${name}|british ${name}`,
    chinese: names.chinese,
  };
}

function listOf(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.split('|');
}
