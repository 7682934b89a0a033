import type { UnitTable } from './unit.ts';

const CALORIE = 'cal is the small (thermochemical) calorie of 4.184 J; a food calorie is 1 kcal';
const HORSEPOWER = 'hp is the mechanical horsepower (550 ft·lbf/s); the metric one is PS';
const METRIC_HORSEPOWER = '马力 was read as the metric horsepower (735.49875 W)';
/** Newtons in a pound-force: 0.45359237 kg × 9.80665 m/s², exactly. */
const POUND_FORCE = '4.4482216152605';

/** Pascals. */
export const PRESSURE: UnitTable = {
  dimension: 'pressure',
  rows: [
    { symbol: 'Pa', factor: '1', names: 'pascal', chinese: '帕|帕斯卡' },
    { symbol: 'hPa', factor: '100', names: 'hectopascal', chinese: '百帕' },
    { symbol: 'kPa', factor: '1000', names: 'kilopascal', chinese: '千帕' },
    { symbol: 'MPa', factor: '1000000', names: 'megapascal', chinese: '兆帕' },
    { symbol: 'GPa', factor: '1000000000', names: 'gigapascal', chinese: '吉帕' },
    { symbol: 'bar', factor: '100000', names: 'bar', chinese: '巴' },
    { symbol: 'mbar', factor: '100', names: 'millibar', chinese: '毫巴' },
    {
      symbol: 'atm',
      factor: '101325',
      names: 'atmosphere|standard atmosphere',
      chinese: '标准大气压|大气压',
    },
    { symbol: 'torr', factor: '101325/760', symbols: 'Torr', chinese: '托' },
    {
      symbol: 'mmHg',
      factor: '133.322387415',
      symbols: 'mm Hg',
      names: 'millimeter of mercury|millimeters of mercury',
      chinese: '毫米汞柱',
    },
    {
      symbol: 'inHg',
      factor: '3386.388640341',
      symbols: 'in Hg',
      names: 'inch of mercury|inches of mercury',
      chinese: '英寸汞柱',
    },
    {
      symbol: 'psi',
      factor: `${POUND_FORCE}/0.00064516`,
      symbols: 'lbf/in2|lb/in2',
      names: 'pound per square inch|pounds per square inch',
      chinese: '磅每平方英寸|磅/平方英寸',
    },
    { symbol: 'kgf/cm²', factor: '98066.5', chinese: '公斤力每平方厘米|千克力每平方厘米' },
  ],
};

/** Joules. */
export const ENERGY: UnitTable = {
  dimension: 'energy',
  rows: [
    { symbol: 'J', factor: '1', names: 'joule', chinese: '焦耳|焦' },
    { symbol: 'kJ', factor: '1000', names: 'kilojoule', chinese: '千焦|千焦耳' },
    { symbol: 'MJ', factor: '1000000', names: 'megajoule', chinese: '兆焦|兆焦耳' },
    { symbol: 'GJ', factor: '1000000000', names: 'gigajoule', chinese: '吉焦' },
    { symbol: 'mJ', factor: '0.001', names: 'millijoule', chinese: '毫焦' },
    { symbol: 'Wh', factor: '3600', names: 'watt hour', chinese: '瓦时' },
    {
      symbol: 'kWh',
      factor: '3600000',
      names: 'kilowatt hour|kilowatthour',
      chinese: '千瓦时|度电|千瓦小时',
    },
    { symbol: 'MWh', factor: '3600000000', names: 'megawatt hour', chinese: '兆瓦时' },
    {
      symbol: 'cal',
      factor: '4.184',
      names: 'calorie|small calorie',
      chinese: '卡|卡路里',
      note: CALORIE,
    },
    {
      symbol: 'kcal',
      factor: '4184',
      symbols: 'Cal',
      names: 'kilocalorie|food calorie|large calorie',
      chinese: '千卡|大卡',
    },
    {
      symbol: 'BTU',
      factor: '1055.05585262',
      symbols: 'Btu',
      names: 'british thermal unit',
      chinese: '英热单位|英制热单位',
    },
    {
      symbol: 'eV',
      factor: '0.0000000000000000001602176634',
      names: 'electronvolt|electron volt',
      chinese: '电子伏特|电子伏',
    },
    {
      symbol: 'ft·lbf',
      factor: '1.3558179483314004',
      symbols: 'ft lbf|ft-lb|ft lb|ft·lb',
      names: 'foot pound',
      chinese: '英尺磅',
    },
  ],
};

/** Watts. */
export const POWER: UnitTable = {
  dimension: 'power',
  rows: [
    { symbol: 'W', factor: '1', names: 'watt', chinese: '瓦|瓦特' },
    { symbol: 'mW', factor: '0.001', names: 'milliwatt', chinese: '毫瓦' },
    { symbol: 'kW', factor: '1000', names: 'kilowatt', chinese: '千瓦' },
    { symbol: 'MW', factor: '1000000', names: 'megawatt', chinese: '兆瓦' },
    { symbol: 'GW', factor: '1000000000', names: 'gigawatt', chinese: '吉瓦' },
    {
      symbol: 'hp',
      factor: '745.69987158227022',
      names: 'horsepower|mechanical horsepower',
      chinese: '英制马力',
      note: HORSEPOWER,
    },
    { symbol: 'PS', factor: '735.49875', names: 'metric horsepower', chinese: '公制马力|米制马力' },
    { symbol: 'mali', factor: '735.49875', chinese: '马力|匹马力', note: METRIC_HORSEPOWER },
    {
      symbol: 'BTU/h',
      factor: '1055.05585262/3600',
      symbols: 'BTU/hr|Btu/h',
      names: 'btu per hour',
    },
  ],
};

/** Radians; the factors of the others are multiples of π. */
export const ANGLE: UnitTable = {
  dimension: 'angle',
  rows: [
    { symbol: 'rad', factor: '1', names: 'radian', chinese: '弧度' },
    { symbol: 'mrad', factor: '0.001', names: 'milliradian', chinese: '毫弧度' },
    {
      symbol: '°',
      factor: '1/180',
      symbols: 'deg',
      names: 'degree|angular degree',
      chinese: '角度',
      isPiMultiple: true,
    },
    {
      symbol: 'arcmin',
      factor: '1/10800',
      names: 'arcminute|arc minute|minute of arc|minutes of arc',
      chinese: '角分',
      isPiMultiple: true,
    },
    {
      symbol: 'arcsec',
      factor: '1/648000',
      names: 'arcsecond|arc second|second of arc|seconds of arc',
      chinese: '角秒',
      isPiMultiple: true,
    },
    {
      symbol: 'gon',
      factor: '1/200',
      symbols: 'grad',
      names: 'gradian|gon',
      chinese: '百分度',
      isPiMultiple: true,
    },
    {
      symbol: 'turn',
      factor: '2',
      symbols: 'rev',
      names: 'turn|revolution|full circle',
      chinese: '圈|转|周角',
      isPiMultiple: true,
    },
  ],
};
