import type { Dimension } from './unit.ts';

/**
 * One unit a line, cells between bars:
 *
 *     symbol | factor | other symbols | English names | Chinese names | prefixes and @note
 *
 * The factor counts base units (the first unit of each dimension): numbers joined by * and /. `+ n` adds the zero point
 * of a temperature scale, `pi` multiplies by π, `/ x` makes the unit the inverse of the base.
 * Symbols keep their case; English names stand in the singular and in American spelling, Chinese ones in simplified
 * characters: `unit-forms.ts` derives the others. A line without a factor gives an earlier unit more names, which no
 * prefix is put before. The lines `squares`, `cubes` and `speeds` stand for those of the units of length (`registry.ts`).
 *
 * Factors: NIST SP 811 (2008), appendix B; the international yard and pound of 1959; SI Brochure (9th edition);
 * IEC 80000-13 for data; State Council order of 1959-06-25 for the Chinese market units.
 */
export const DEFINITIONS: Readonly<Record<Dimension, string>> = {
  length: `
m | 1 | | meter | 米 | k d c m u n
m | | | | 公尺
km | | kms | klick | 公里
dm | | | | 公寸
cm | | cms | | 公分
mm | | | | 公厘
um | | | micron
in | 0.0254 | ", ″ | inch | 英寸, 英吋, 吋
ft | 0.3048 | ', ′ | foot | 英尺, 英呎, 呎
yd | 0.9144 | yds | yard | 码
mi | 1609.344 | | mile | 英里, 英哩, 哩
nmi | 1852 | | nautical mile, sea mile | 海里, 海浬, 浬
furlong | 201.168 | | furlong | 弗隆
fathom | 1.8288 | | fathom | 英寻
au | 149597870700 | AU | astronomical unit | 天文单位
ly | 9460730472580800 | | light year, lightyear | 光年
li | 500 | | | 里, 市里, 华里 | @market
zhang | 10/3 | | | 丈, 市丈 | @market
chi | 1/3 | | | 尺, 市尺 | @market
cun | 1/30 | | | 寸, 市寸 | @market`,
  weight: `
kg | 1 | kgs | kilogram, kilo | 公斤, 千克
g | 0.001 | | gram | 克 | m u n
g | | gm, gms | | 公克
ug | | mcg
t | 1000 | | tonne, metric ton, metric tonne | 吨, 公吨
ton | 1000 | | ton | | @ton
short_ton | 907.18474 | | short ton, us ton | 短吨, 美吨
long_ton | 1016.0469088 | | long ton, uk ton | 长吨, 英吨
lb | 0.45359237 | lbs, # | pound | 磅, 英磅
oz | 0.45359237/16 | ozs | ounce | 盎司, 安士, 盎斯
st | 6.35029318 | | stone | 英石
grain | 0.00006479891 | | grain | 格令
ct | 0.0002 | | carat | 克拉
oz_t | 0.0311034768 | | troy ounce, ounce troy | 金衡盎司
jin | 0.5 | | catty | 斤, 市斤 | @market
liang | 0.05 | | tael | 两, 市两 | @market
qian | 0.005 | | mace | 钱, 市钱 | @market
dan | 50 | | picul | 担, 市担 | @market`,
  temperature: `
K | 1 + 0 | °K | kelvin | 开尔文, 开, 开氏度
C | 1 + 273.15 | c, °C, °c, degC | celsius, centigrade | 摄氏度, 摄氏, 度C, 度c
F | 5/9 + 459.67*5/9 | f, °F, °f, degF | fahrenheit | 华氏度, 华氏, 度F, 度f
R | 5/9 + 0 | °R | rankine | 兰氏度`,
  data: `
B | 1 | | byte | 字节, 位元组 | K M G T P E Ki Mi Gi Ti Pi Ei
KB | | kB
GB | | | | 千兆字节
b | 1/8 | bit | bit | 比特, 位, 位元 | K M G T P E Ki Mi Gi Ti Pi Ei
Kb | | kbit`,
  time: `
s | 1 | sec | second | 秒 | m u n
s | | secs | | 秒钟
min | 60 | mins | minute | 分钟, 分
h | 3600 | hr, hrs | hour | 小时, 时, 钟头, 个小时
d | 86400 | | day | 天, 日
week | 604800 | wk, wks | week | 周, 星期, 礼拜, 个星期
fortnight | 1209600 | | fortnight
year | 31536000 | yr, yrs | year | 年 | @year`,
  area: `
squares
m² | | | | 平米
ha | 10000 | | hectare | 公顷
acre | 4046.8564224 | ac | acre | 英亩
mu | 10000/15 | | | 亩, 市亩 | @mu
tsubo | 400/121 | | tsubo, pyeong | 坪`,
  volume: `
L | 1 | l | liter | 升 | d c m u h
L | | ℓ, ltr, ltrs | | 公升
mL | | mls
cubes
m³ | | cbm
cm³ | | cc, ccm
us_gal | 3.785411784 | | us gal, us gallon | 美加仑
gal | 3.785411784 | gals | gallon | 加仑 | @us
us_qt | 3.785411784/4 | | us qt, us quart | 美夸脱
qt | 3.785411784/4 | qts | quart | 夸脱 | @us
us_pt | 3.785411784/8 | | us pt, us pint | 美品脱
pt | 3.785411784/8 | pts | pint | 品脱 | @us
us_fl_oz | 3.785411784/128 | | us fl oz, us fluid ounce | 美液盎司, 美液体盎司
fl_oz | 3.785411784/128 | fl ozs, fl. oz, floz | fluid ounce | 液盎司, 液体盎司 | @us
cup | 3.785411784/16 | | cup, us cup | 杯, 量杯 | @us
tbsp | 3.785411784/256 | tbsps | tablespoon, us tablespoon | 汤匙, 大匙 | @us
tsp | 3.785411784/768 | tsps | teaspoon, us teaspoon | 茶匙, 小匙 | @us
bbl | 158.987294928 | | barrel, oil barrel | 桶 | @barrel
imp_gal | 4.54609 | | uk gal, uk gallon | 英加仑
imp_qt | 4.54609/4 | | uk qt, uk quart | 英夸脱
imp_pt | 4.54609/8 | | uk pt, uk pint | 英品脱
imp_fl_oz | 4.54609/160 | | uk fl oz, uk fluid ounce | 英液盎司`,
  speed: `
speeds
km/h | | kmh, kph, kmph
mph | | mi/h
m/s | | mps
ft/s | | fps
kn | 1852/3600 | kt, kts, nmi/h | knot, nautical mile per hour | 节, 海里每小时, 海里/小时
c0 | 299792458 | | speed of light | 光速`,
  pressure: `
Pa | 1 | | pascal | 帕, 帕斯卡 | h k M G
bar | 100000 | | bar | 巴 | m
atm | 101325 | | atmosphere, standard atmosphere | 标准大气压, 大气压
torr | 101325/760 | Torr | torr | 托
mmHg | 133.322387415 | mm Hg | millimeter of mercury | 毫米汞柱
inHg | 3386.388640341 | in Hg | inch of mercury | 英寸汞柱
psi | 4.4482216152605/0.00064516 | lbf/in2, lb/in2 | pound per square inch | 磅每平方英寸, 磅/平方英寸
kgf/cm² | 98066.5 | | | 公斤力每平方厘米, 千克力每平方厘米`,
  energy: `
J | 1 | | joule | 焦耳, 焦 | m k M G
Wh | 3600 | W h | watt hour, watthour | 瓦时 | k M G
kWh | | | | 度电, 千瓦小时
cal | 4.184 | | calorie, small calorie | 卡, 卡路里 | @calorie
kcal | 4184 | Cal | kilocalorie, food calorie, large calorie | 千卡, 大卡
BTU | 1055.05585262 | Btu | british thermal unit | 英热单位, 英制热单位
eV | 1.602176634e-19 | | electronvolt, electron volt | 电子伏特, 电子伏 | k M G
ft·lbf | 1.3558179483314004 | ft lb | foot pound | 英尺磅`,
  power: `
W | 1 | | watt | 瓦, 瓦特 | m k M G T
kW | | | | 瓩
hp | 745.69987158227022 | | horsepower, mechanical horsepower | 英制马力 | @hp
PS | 735.49875 | | metric horsepower | 公制马力, 米制马力
mali | 735.49875 | | | 马力, 匹马力 | @mali
BTU/h | 1055.05585262/3600 | BTU/hr, Btu/h | btu per hour`,
  angle: `
rad | 1 | | radian | 弧度 | m
° | 1/180 pi | deg | degree, angular degree | 角度
arcmin | 1/10800 pi | | arcminute, arc minute, minute of arc | 角分
arcsec | 1/648000 pi | | arcsecond, arc second, second of arc | 角秒
gon | 1/200 pi | grad | gradian, gon | 百分度
turn | 2 pi | rev | turn, revolution, full circle | 圈, 转, 周角`,
  'fuel economy': `
km/L | 1 | km/l, kmpl | kilometer per liter, kilometer/liter | 公里每升, 公里/升, 千米每升, 千米/升
L/100km | 100 / x | l/100km, L/100 km, l/100 km | liter per 100 kilometer, liter per 100 km, liter/100 km, l per 100 km | 升/百公里, 升每百公里, 升/100公里, 升每100公里
mpg | 1.609344/3.785411784 | mi/gal | mile per gallon, mile/gallon | 英里每加仑, 英里/加仑 | @us
us_mpg | 1.609344/3.785411784 | mpg (US) | us mpg, mpg us, mile per us gallon | 英里每美加仑, 英里/美加仑
imp_mpg | 1.609344/4.54609 | mpg (UK) | uk mpg, mpg uk, mpg imp, mile per uk gallon, mile per imperial gallon | 英里每英加仑, 英里/英加仑`,
};

/** What a reader should know about a unit's name; the lines above name them with `@`. */
export const NOTES: Readonly<Record<string, string>> = {
  market:
    'a Chinese market unit (市制) as used in mainland China; Taiwan and Hong Kong have other values',
  mu: 'a Chinese market unit (市制): 1 亩 is 10000/15 m²',
  us: 'read as the US unit; write "imperial" or "UK" before it for the British one',
  barrel: 'read as the oil barrel of 42 US gallons',
  ton: 'ton was read as the metric ton (1000 kg); write short_ton (US) or long_ton (UK) otherwise',
  year: 'read as a common year of 365 days; a leap year has 366, the Julian year 365.25',
  calorie: 'cal is the small (thermochemical) calorie of 4.184 J; a food calorie is 1 kcal',
  hp: 'hp is the mechanical horsepower (550 ft·lbf/s); the metric one is PS',
  mali: '马力 was read as the metric horsepower (735.49875 W)',
};

/** Prefixes: factor, English, Chinese (SI Brochure, table 7; IEC 80000-13 for the binary ones). */
export const PREFIXES: Readonly<Record<string, string>> = {
  n: '1e-9 nano 纳',
  u: '1e-6 micro 微',
  m: '1e-3 milli 毫',
  c: '1e-2 centi 厘',
  d: '1e-1 deci 分',
  h: '1e2 hecto 百',
  k: '1e3 kilo 千',
  K: '1e3 kilo 千',
  M: '1e6 mega 兆',
  G: '1e9 giga 吉',
  T: '1e12 tera 太',
  P: '1e15 peta 拍',
  E: '1e18 exa 艾',
  Ki: '1024 kibi 千二进制',
  Mi: '1048576 mebi 兆二进制',
  Gi: '1073741824 gibi 吉二进制',
  Ti: '1099511627776 tebi 太二进制',
  Pi: '1125899906842624 pebi 拍二进制',
  Ei: '1152921504606846976 exbi 艾二进制',
};
