import type { UnitRow, UnitTable } from './unit.ts';

const MARKET_UNIT =
  'a Chinese market unit (市制) as used in mainland China; Taiwan and Hong Kong have other values';
const TON =
  'ton was read as the metric ton (1000 kg); write short_ton (US) or long_ton (UK) otherwise';

/** Metres. International foot (1959 agreement): 1 in = 25.4 mm. NIST SP 811, appendix B. */
export const LENGTH: UnitTable = {
  dimension: 'length',
  rows: [
    { symbol: 'm', factor: '1', names: 'meter', chinese: '米|公尺' },
    {
      symbol: 'km',
      factor: '1000',
      symbols: 'kms',
      names: 'kilometer|klick',
      chinese: '公里|千米',
    },
    { symbol: 'dm', factor: '0.1', names: 'decimeter', chinese: '分米|公寸' },
    {
      symbol: 'cm',
      factor: '0.01',
      symbols: 'cms',
      names: 'centimeter',
      chinese: '厘米|公分|釐米',
    },
    { symbol: 'mm', factor: '0.001', names: 'millimeter', chinese: '毫米|公厘|公釐' },
    { symbol: 'um', factor: '0.000001', names: 'micrometer|micron', chinese: '微米' },
    { symbol: 'nm', factor: '0.000000001', names: 'nanometer', chinese: '纳米|奈米' },
    { symbol: 'in', factor: '0.0254', symbols: '"|″', names: 'inch', chinese: '英寸|英吋|吋' },
    { symbol: 'ft', factor: '0.3048', symbols: "'|′", names: 'foot', chinese: '英尺|英呎|呎' },
    { symbol: 'yd', factor: '0.9144', symbols: 'yds', names: 'yard', chinese: '码|碼' },
    { symbol: 'mi', factor: '1609.344', names: 'mile', chinese: '英里|哩' },
    { symbol: 'nmi', factor: '1852', names: 'nautical mile|sea mile', chinese: '海里|浬' },
    { symbol: 'furlong', factor: '201.168', names: 'furlong', chinese: '弗隆' },
    { symbol: 'fathom', factor: '1.8288', names: 'fathom', chinese: '英寻' },
    {
      symbol: 'au',
      factor: '149597870700',
      symbols: 'AU',
      names: 'astronomical unit',
      chinese: '天文单位',
    },
    { symbol: 'ly', factor: '9460730472580800', names: 'light year|lightyear', chinese: '光年' },
    { symbol: 'li', factor: '500', chinese: '里|市里|华里', note: MARKET_UNIT },
    { symbol: 'zhang', factor: '10/3', chinese: '丈|市丈', note: MARKET_UNIT },
    { symbol: 'chi', factor: '1/3', chinese: '尺|市尺', note: MARKET_UNIT },
    { symbol: 'cun', factor: '1/30', chinese: '寸|市寸', note: MARKET_UNIT },
  ],
};

/** Kilograms. 1 lb = 0.45359237 kg exactly. */
export const WEIGHT: UnitTable = {
  dimension: 'weight',
  rows: [
    {
      symbol: 'kg',
      factor: '1',
      symbols: 'kgs',
      names: 'kilogram|kilogramme|kilo',
      chinese: '公斤|千克',
    },
    { symbol: 'g', factor: '0.001', symbols: 'gm|gms', names: 'gram|gramme', chinese: '克|公克' },
    { symbol: 'mg', factor: '0.000001', names: 'milligram', chinese: '毫克' },
    { symbol: 'ug', factor: '0.000000001', symbols: 'mcg', names: 'microgram', chinese: '微克' },
    {
      symbol: 't',
      factor: '1000',
      names: 'tonne|metric ton|metric tonne',
      chinese: '吨|公吨|噸|公噸',
    },
    { symbol: 'ton', factor: '1000', names: 'ton', note: TON },
    {
      symbol: 'short_ton',
      factor: '907.18474',
      names: 'short ton|us ton|u.s. ton|american ton',
      chinese: '短吨|美吨',
    },
    {
      symbol: 'long_ton',
      factor: '1016.0469088',
      names: 'long ton|uk ton|u.k. ton|imperial ton|british ton',
      chinese: '长吨|英吨',
    },
    { symbol: 'lb', factor: '0.45359237', symbols: 'lbs|#', names: 'pound', chinese: '磅|英磅' },
    { symbol: 'oz', factor: '0.45359237/16', symbols: 'ozs', names: 'ounce', chinese: '盎司|安士' },
    { symbol: 'st', factor: '6.35029318', names: 'stone', chinese: '英石' },
    { symbol: 'grain', factor: '0.00006479891', names: 'grain', chinese: '格令' },
    { symbol: 'ct', factor: '0.0002', names: 'carat', chinese: '克拉' },
    { symbol: 'oz_t', factor: '0.0311034768', names: 'troy ounce|ounce troy', chinese: '金衡盎司' },
    { symbol: 'jin', factor: '0.5', names: 'catty', chinese: '斤|市斤', note: MARKET_UNIT },
    { symbol: 'liang', factor: '0.05', names: 'tael', chinese: '两|市两|兩', note: MARKET_UNIT },
    { symbol: 'qian', factor: '0.005', names: 'mace', chinese: '钱|市钱|錢', note: MARKET_UNIT },
    { symbol: 'dan', factor: '50', names: 'picul', chinese: '担|市担', note: MARKET_UNIT },
  ],
};

/** Kelvin: K = C + 273.15, C = (F - 32) · 5/9. */
export const TEMPERATURE: UnitTable = {
  dimension: 'temperature',
  rows: [
    {
      symbol: 'K',
      factor: '1',
      offset: '0',
      symbols: '°K',
      names: 'kelvin',
      chinese: '开尔文|开|开氏度',
    },
    {
      symbol: 'C',
      factor: '1',
      offset: '273.15',
      symbols: 'c|°C|°c|degC|deg C|deg c',
      names: `celsius|centigrade|${degreeNames('celsius')}|${degreeNames('centigrade')}|${degreeNames('c')}`,
      chinese: '摄氏度|摄氏|攝氏度|攝氏|度C|度c',
    },
    {
      symbol: 'F',
      factor: '5/9',
      offset: '45967/180',
      symbols: 'f|°F|°f|degF|deg F|deg f',
      names: `fahrenheit|${degreeNames('fahrenheit')}|${degreeNames('f')}`,
      chinese: '华氏度|华氏|華氏度|華氏|度F|度f',
    },
    {
      symbol: 'R',
      factor: '5/9',
      offset: '0',
      symbols: '°R',
      names: `rankine|${degreeNames('rankine')}`,
      chinese: '兰氏度',
    },
  ],
};

function degreeNames(scale: string): string {
  return `degree ${scale}|degrees ${scale}|${scale} degree|${scale} degrees|deg ${scale}`;
}

/** Units of length whose squares, cubes and speeds are units too. */
export function lengthRow(symbol: string): UnitRow {
  const row = LENGTH.rows.find((candidate) => candidate.symbol === symbol);
  if (row === undefined) throw new RangeError(`no unit of length ${symbol}`);
  return row;
}
