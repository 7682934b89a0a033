/**
 * Names of places that are not the last part of an IANA name. `zone: names`, names in lower case.
 * Only names that one zone can be meant by; countries only when they keep one time.
 */
const PLACES = `
Asia/Shanghai beijing|peking|shenzhen|guangzhou|chengdu|hangzhou|wuhan|nanjing|xian|tianjin|china|北京|上海|广州|深圳|成都|杭州|武汉|南京|西安|天津|重庆|中国
Asia/Hong_Kong 香港|中国香港
Asia/Macau 澳门|中国澳门
Asia/Taipei taiwan|台北|台湾|中国台湾
Asia/Urumqi 乌鲁木齐
Asia/Tokyo osaka|kyoto|japan|东京|大阪|京都|日本
Asia/Seoul busan|korea|south_korea|首尔|釜山|韩国
Asia/Pyongyang north_korea|平壤|朝鲜
Asia/Singapore 新加坡
Asia/Bangkok thailand|曼谷|泰国
Asia/Ho_Chi_Minh ho_chi_minh_city|saigon|hanoi|vietnam|胡志明|河内|越南
Asia/Kuala_Lumpur malaysia|吉隆坡|马来西亚
Asia/Jakarta 雅加达
Asia/Manila philippines|马尼拉|菲律宾
Asia/Yangon rangoon|myanmar|仰光|缅甸
Asia/Kolkata calcutta|delhi|new_delhi|mumbai|bombay|bangalore|bengaluru|chennai|india|新德里|德里|孟买|班加罗尔|加尔各答|印度
Asia/Karachi islamabad|lahore|pakistan|卡拉奇|巴基斯坦
Asia/Dhaka bangladesh|达卡|孟加拉国
Asia/Kathmandu nepal|katmandu|加德满都|尼泊尔
Asia/Colombo sri_lanka|科伦坡|斯里兰卡
Asia/Dubai abu_dhabi|uae|迪拜|阿布扎比|阿联酋
Asia/Riyadh saudi_arabia|利雅得|沙特|沙特阿拉伯
Asia/Qatar doha|多哈|卡塔尔
Asia/Tehran iran|德黑兰|伊朗
Asia/Jerusalem tel_aviv|israel|耶路撒冷|特拉维夫|以色列
Asia/Baghdad iraq|巴格达|伊拉克
Asia/Tashkent 塔什干
Asia/Almaty 阿拉木图
Europe/Istanbul ankara|turkey|türkiye|伊斯坦布尔|土耳其
Europe/Moscow st_petersburg|saint_petersburg|莫斯科|圣彼得堡
Europe/Kyiv kiev|ukraine|基辅|乌克兰
Europe/London uk|united_kingdom|england|scotland|wales|edinburgh|manchester|伦敦|英国|爱丁堡
Europe/Dublin ireland|都柏林|爱尔兰
Europe/Paris france|lyon|marseille|巴黎|法国
Europe/Berlin germany|munich|münchen|frankfurt|hamburg|cologne|柏林|慕尼黑|法兰克福|汉堡|德国
Europe/Rome italy|milan|milano|venice|罗马|米兰|威尼斯|意大利
Europe/Madrid barcelona|马德里|巴塞罗那
Europe/Amsterdam 阿姆斯特丹|荷兰
Europe/Brussels belgium|布鲁塞尔|比利时
Europe/Vienna austria|维也纳|奥地利
Europe/Zurich switzerland|geneva|bern|苏黎世|日内瓦|瑞士
Europe/Stockholm sweden|斯德哥尔摩|瑞典
Europe/Oslo norway|奥斯陆|挪威
Europe/Copenhagen 哥本哈根
Europe/Helsinki finland|赫尔辛基|芬兰
Europe/Athens greece|雅典|希腊
Europe/Lisbon 里斯本
Europe/Warsaw poland|krakow|华沙|波兰
Europe/Prague czechia|布拉格|捷克
Europe/Budapest hungary|布达佩斯|匈牙利
Africa/Cairo egypt|开罗|埃及
Africa/Johannesburg cape_town|south_africa|约翰内斯堡|开普敦|南非
Africa/Nairobi kenya|内罗毕|肯尼亚
Africa/Lagos nigeria|拉各斯|尼日利亚
America/New_York nyc|new_york_city|washington_dc|washington,_dc|washington,_d.c.|boston|miami|atlanta|philadelphia|us_eastern|纽约|华盛顿|波士顿|迈阿密|亚特兰大|费城|美东|美国东部
America/Chicago houston|dallas|austin|us_central|芝加哥|休斯顿|达拉斯|美国中部
America/Denver us_mountain|丹佛
America/Phoenix 凤凰城
America/Los_Angeles la|sf|san_francisco|san_diego|seattle|las_vegas|silicon_valley|us_pacific|洛杉矶|旧金山|圣迭戈|西雅图|拉斯维加斯|硅谷|美西|美国西部
Pacific/Honolulu hawaii|檀香山|夏威夷
America/Toronto montreal|ottawa|多伦多|蒙特利尔|渥太华
America/Vancouver 温哥华
America/Mexico_City 墨西哥城
America/Sao_Paulo são_paulo|rio_de_janeiro|rio|brasilia|圣保罗|里约热内卢
America/Argentina/Buenos_Aires buenos_aires|布宜诺斯艾利斯|阿根廷
America/Lima peru|利马|秘鲁
America/Bogota bogotá|colombia|波哥大|哥伦比亚
America/Nuuk nuuk|godthab
Australia/Sydney canberra|悉尼|堪培拉
Australia/Melbourne 墨尔本
Australia/Brisbane 布里斯班
Australia/Perth 珀斯
Pacific/Auckland wellington|奥克兰|惠灵顿
`;

/**
 * Abbreviations name several zones, or one half of a zone's year: they are refused with what could have been meant
 * (tzdb's theory file; `Intl` itself takes some of them, BST even for Bangladesh).
 */
const ABBREVIATIONS = `
cst Asia/Shanghai|America/Chicago|America/Havana
ist Asia/Kolkata|Europe/Dublin|Asia/Jerusalem
bst Europe/London|Asia/Dhaka
ast America/Halifax|Asia/Riyadh
gst Asia/Dubai|Atlantic/South_Georgia
sst Asia/Singapore|Pacific/Pago_Pago
nst America/St_Johns|Pacific/Auckland
act Australia/Darwin|America/Rio_Branco
art America/Argentina/Buenos_Aires|Africa/Cairo
ect America/Guayaquil|Europe/Paris
est|edt|et America/New_York
cdt|ct America/Chicago
mdt|mt America/Denver
mst America/Denver|America/Phoenix
pst|pdt|pt America/Los_Angeles
hst|hdt Pacific/Honolulu
akst|akdt America/Anchorage
adt America/Halifax
ndt America/St_Johns
jst Asia/Tokyo
kst Asia/Seoul
hkt Asia/Hong_Kong
sgt Asia/Singapore
ctt|bjt Asia/Shanghai
ict Asia/Bangkok
wib Asia/Jakarta
pht Asia/Manila
pkt Asia/Karachi
msk Europe/Moscow
trt Europe/Istanbul
cest Europe/Berlin|Europe/Paris
eest Europe/Athens
west Europe/Lisbon
sast Africa/Johannesburg
eat Africa/Nairobi
wat Africa/Lagos
cat Africa/Maputo
brt America/Sao_Paulo
aest|aedt|aet Australia/Sydney
acst|acdt Australia/Adelaide
awst Australia/Perth
nzst|nzdt Pacific/Auckland
`;

/** IANA names without a slash that may be given; the other short names of `Intl` are abbreviations. */
const PLAIN_IANA_NAMES =
  'CET EET MET WET EST5EDT CST6CDT MST7MDT PST8PDT Cuba Egypt Eire GB GB-Eire Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya NZ NZ-CHAT Navajo PRC Poland Portugal ROC ROK Singapore Turkey W-SU';

/** Names of UTC itself. */
const UTC_NAMES =
  'utc z gmt ut uct zulu universal greenwich gmt0 utc0 etc/utc etc/gmt etc/uct etc/zulu etc/universal etc/greenwich 协调世界时 世界标准时间 格林尼治 格林威治';

export interface ZoneNames {
  readonly utc: ReadonlySet<string>;
  /** Lower-case place name → zone. */
  readonly places: ReadonlyMap<string, string>;
  /** Lower-case abbreviation → the zones it may mean. */
  readonly abbreviations: ReadonlyMap<string, readonly string[]>;
  /** Lower-case name → IANA name without a slash. */
  readonly plain: ReadonlyMap<string, string>;
}

let cached: ZoneNames | undefined;

/** Made on first use. */
export function zoneNames(): ZoneNames {
  cached ??= {
    utc: new Set(UTC_NAMES.split(' ')),
    places: new Map(
      rowsOf(PLACES).flatMap(([zone, names]) => {
        const city = zone.slice(zone.lastIndexOf('/') + 1).toLowerCase();
        return [city, ...names.split('|')].map((name) => [name, zone] as const);
      }),
    ),
    abbreviations: new Map(
      rowsOf(ABBREVIATIONS).flatMap(([names, zones]) =>
        names.split('|').map((name) => [name, zones.split('|')] as const),
      ),
    ),
    plain: new Map(PLAIN_IANA_NAMES.split(' ').map((name) => [name.toLowerCase(), name])),
  };
  return cached;
}

function rowsOf(table: string): readonly (readonly [left: string, right: string])[] {
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [left = '', right = ''] = row.split(' ');
      return [left, right] as const;
    });
}
