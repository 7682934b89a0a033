import { findTimeZone } from '@mini-agent/core-tools/datetime';
import { isWordCharacter, wordStartsAt } from '@mini-agent/llm-router/rules';
import type { SlotInput, SlotReader, SlotReading } from '@mini-agent/llm-router/rules';

/** Places that the date tool knows as zones, but that are words of their own or places in several countries. */
const notPlaces: ReadonlySet<string> = new Set(
  'easter christmas center knox casey davis troll midway wake cordoba merida vincennes rothera la sf rio bern victoria georgia time the it now eastern central pacific mountain east west est pst'.split(
    ' ',
  ),
);

/** Places beyond the date tool's own list, with one zone each. */
const morePlaces: ReadonlyMap<string, string> = new Map(
  (
    [
      [
        'Asia/Shanghai',
        '苏州|青岛|大连|厦门|长沙|郑州|昆明|哈尔滨|沈阳|济南|福州|合肥|宁波|无锡|三亚|拉萨|长春|suzhou|qingdao|dalian|xiamen|changsha|harbin|shenyang|kunming|chongqing',
      ],
      ['Asia/Tokyo', '横滨|名古屋|札幌|福冈|yokohama|nagoya|sapporo|fukuoka'],
      ['Asia/Taipei', '高雄|台中|kaohsiung'],
      ['Asia/Kolkata', 'kolkata|pune|ahmedabad|jaipur|goa'],
      ['Asia/Jakarta', 'bandung|surabaya'],
      ['Asia/Makassar', 'bali|巴厘岛'],
      [
        'Europe/London',
        'glasgow|liverpool|oxford|leeds|bristol|cardiff|belfast|曼彻斯特|牛津|利物浦',
      ],
      ['Europe/Paris', 'nice|bordeaux|toulouse|strasbourg|里昂|马赛|尼斯'],
      ['Europe/Berlin', 'stuttgart|düsseldorf|dusseldorf|leipzig|dresden|斯图加特|科隆'],
      ['Europe/Rome', 'florence|naples|turin|佛罗伦萨|那不勒斯'],
      ['Europe/Madrid', 'seville|malaga|塞维利亚'],
      ['Europe/Lisbon', 'porto|lisbon'],
      ['Europe/Amsterdam', 'rotterdam|the hague|鹿特丹|海牙'],
      ['Europe/Zurich', 'basel|lausanne|伯尔尼'],
      ['Europe/Vienna', 'salzburg|萨尔茨堡'],
      ['Europe/Copenhagen', 'copenhagen|denmark|丹麦'],
      ['Atlantic/Reykjavik', 'iceland|冰岛|雷克雅未克'],
      [
        'America/New_York',
        'orlando|tampa|pittsburgh|baltimore|cleveland|charlotte|底特律以东|奥兰多|匹兹堡|巴尔的摩',
      ],
      ['America/Detroit', '底特律'],
      [
        'America/Chicago',
        'san antonio|minneapolis|milwaukee|new orleans|memphis|nashville|圣安东尼奥|明尼阿波利斯|新奥尔良|奥斯汀',
      ],
      ['America/Denver', 'salt lake city|盐湖城'],
      [
        'America/Los_Angeles',
        'oakland|sacramento|los angeles|california|加州|加利福尼亚|圣地亚哥（加州）|萨克拉门托',
      ],
      ['America/Edmonton', 'calgary|卡尔加里|埃德蒙顿'],
      ['America/Toronto', 'quebec city|魁北克城'],
      ['America/Mexico_City', 'guadalajara'],
      ['America/Santiago', '智利圣地亚哥'],
      ['Africa/Casablanca', '卡萨布兰卡'],
      ['Pacific/Honolulu', 'hawaii'],
      ['Africa/Johannesburg', 'durban|pretoria'],
      ['Australia/Brisbane', 'gold coast|黄金海岸'],
      ['Australia/Adelaide', '阿德莱德'],
      ['Australia/Darwin', '达尔文'],
      ['Pacific/Auckland', 'christchurch|new zealand|新西兰|基督城'],
    ] as const
  ).flatMap(([zone, names]) => names.split('|').map((name): [string, string] => [name, zone])),
);

/** `UTC`, offsets and IANA names are zones by their form; everything else must be a place on the lists. */
const chineseZones: ReadonlyMap<string, string> = new Map([
  ['世界协调时', 'UTC'],
  ['协调世界时', 'UTC'],
  ['格林尼治标准', 'UTC'],
  ['格林尼治', 'UTC'],
  ['东八区', '+08:00'],
  ['东九区', '+09:00'],
  ['北京时区', 'Asia/Shanghai'],
]);

/** Countries with several zones, which may stand beside a city of theirs: what they add is checked, and nothing else. */
const countries: readonly (readonly [names: readonly string[], zones: RegExp])[] = [
  [['australia', '澳大利亚', '澳洲'], /^Australia\//],
  [
    ['usa', 'us', 'u.s.', 'u.s.a.', 'united states', 'america', '美国'],
    /^America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Detroit|Anchorage|Boise)$|^Pacific\/Honolulu$/,
  ],
  [
    ['canada', '加拿大'],
    /^America\/(?:Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Montreal|Regina|St_Johns)$/,
  ],
  [
    ['russia', '俄罗斯'],
    /^Europe\/(?:Moscow|Samara|Kaliningrad)$|^Asia\/(?:Novosibirsk|Yekaterinburg|Vladivostok|Irkutsk|Omsk|Krasnoyarsk)$/,
  ],
  [['brazil', '巴西'], /^America\/(?:Sao_Paulo|Manaus|Fortaleza|Bahia|Recife)$/],
  [['mexico', '墨西哥'], /^America\/(?:Mexico_City|Tijuana|Cancun|Monterrey)$/],
  [['indonesia', '印尼', '印度尼西亚'], /^Asia\/(?:Jakarta|Makassar|Jayapura|Pontianak)$/],
  [['spain', '西班牙'], /^Europe\/Madrid$/],
  [['portugal', '葡萄牙'], /^Europe\/Lisbon$/],
  [['new zealand', '新西兰'], /^Pacific\/Auckland$/],
];

/** Position behind ", Australia" at `end`, or undefined where no country of the zone stands there. */
function countryEnd(lower: string, end: number, zone: string): number | undefined {
  const comma = /^(?:, ?| )(?:the )?/.exec(lower.slice(end, end + 6))?.[0];
  if (comma === undefined) return undefined;
  const at = end + comma.length;
  const name = countries
    .find(([, zones]) => zones.test(zone))?.[0]
    .find((country) => wordStartsAt(lower, at, country));
  return name === undefined ? undefined : at + name.length;
}

/** 美国纽约: a city behind its country. */
function behindCountry(input: SlotInput, position: number): readonly SlotReading<string>[] {
  for (const [names, zones] of countries) {
    const name = names.find(
      (country) => /^[\u4e00-\u9fff]/.test(country) && input.lower.startsWith(country, position),
    );
    if (name === undefined) continue;
    const start = position + name.length;
    const at = input.lower[start] === '的' ? start + 1 : start;
    return placesAt(input, at).filter(({ value }) => zones.test(value));
  }
  return [];
}

/** Longest name of a place. */
const longestPlace = 26;

/** Time zones at a position: a city or a country with one time (English or Chinese), an IANA name, UTC, an offset. */
export const zoneSlot: SlotReader<string> = (input, position) => {
  if (isWordCharacter(input.text[position - 1])) return [];
  const places = placesAt(input, position);
  const longer = places.flatMap(({ value, end }) => {
    const countryAt = countryEnd(input.lower, end, value);
    return countryAt === undefined ? [] : [{ value, end: countryAt }];
  });
  const doubled = places.flatMap(({ value, end }) =>
    /[\u4e00-\u9fff]/.test(input.lower.charAt(end))
      ? placesAt(input, end).filter((inner) => inner.value === value)
      : [],
  );
  return [...behindCountry(input, position), ...longer, ...doubled, ...places];
};

function placesAt({ text, lower }: SlotInput, position: number): readonly SlotReading<string>[] {
  const readings: SlotReading<string>[] = [];
  const last = Math.min(text.length, position + longestPlace);
  for (let end = last; end > position; end--) {
    if (text[end - 1] === ' ' || (isWordCharacter(text[end - 1]) && isWordCharacter(text[end])))
      continue;
    const zone = zoneOf(lower.slice(position, end));
    if (zone !== undefined) readings.push({ value: zone, end });
  }
  return readings;
}

function zoneOf(name: string): string | undefined {
  if (notPlaces.has(name) || !/^[\p{L}+-]/u.test(name)) return undefined;
  if (!isPlainName(name)) return undefined;
  return morePlaces.get(name) ?? chineseZones.get(name) ?? findTimeZone(name.replace(/^the /, ''));
}

/** Names of zones and cities are words with single marks between them; anything else of some length is none, and slow to look up. */
function isPlainName(name: string): boolean {
  const start = /^[a-z0-9 _/+-]*/i.exec(name)?.[0].length ?? 0;
  return start <= longestOddName || /^[a-z][a-z0-9]*(?:[ _/+-][a-z0-9]+)*$/i.test(name);
}

const longestOddName = 12;

/** Whatever follows "timezone:" or "tz=": the tool says what is wrong with it. */
export const writtenZoneSlot: SlotReader<string> = ({ text }, position) => {
  const written = /^[A-Za-z0-9_+\-/:]{1,64}/.exec(text.slice(position, position + 64))?.[0];
  return written === undefined || !isPlainName(written)
    ? []
    : [{ value: written, end: position + written.length }];
};
