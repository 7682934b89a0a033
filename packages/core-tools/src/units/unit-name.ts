const FULL_WIDTH_OFFSET = 0xfee0;
/** Traditional characters of unit names, each followed by the simplified one. */
const TRADITIONAL =
  '噸吨畝亩頃顷鐘钟鍾钟時时兩两錢钱擔担碼码華华攝摄爾尔開开蘭兰節节馬马熱热單单標标準准氣气壓压頭头禮礼週周侖仑脫脱釐厘' +
  '納纳奈纳組组進进製制體体電电轉转湯汤個个長长';

let simplified: Map<string, string> | undefined;

/**
 * One spelling for what people write in many: `sq. m`, `ｍ²`, `m^2`, `km / h`, `short-ton`, `ft.`, 公里每小時.
 * Case is kept.
 */
export function normalizeUnitName(name: string): string {
  if (/^[a-z]+$/i.test(name)) return name;
  const plain = /[^ -~]/.test(name) ? plainCharacters(name) : name;
  return plain
    .replace(/\^(?=[23])/g, '')
    .replace(/[-_\s]+/g, ' ')
    .replace(/ ?\/ ?/g, '/')
    .replace(/° /g, '°')
    .replace(/(?<=[A-Za-z])\.$/, '')
    .trim();
}

function plainCharacters(name: string): string {
  return (
    name
      .replace(/[\uff01-\uff5e]/g, (character) =>
        String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET),
      )
      // One glyph for a whole symbol: ㎞, ㎡, ㏄.
      .replace(/[\u3371-\u33df]/g, (glyph) => glyph.normalize('NFKC'))
      .replace(/\u2215/g, '/')
      .replace(/²/g, '2')
      .replace(/³/g, '3')
      .replace(/[µμ]/g, 'u')
      .replace(/℃/g, '°C')
      .replace(/℉/g, '°F')
      .replace(/º/g, '°')
      .replace(/[·⋅\u2010\u2011]/g, ' ')
      .replace(/(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])/g, '')
      .replace(/[\u4e00-\u9fff]/g, simplify)
  );
}

function simplify(character: string): string {
  if (simplified === undefined) {
    simplified = new Map();
    for (let index = 0; index < TRADITIONAL.length; index += 2) {
      simplified.set(TRADITIONAL.charAt(index), TRADITIONAL.charAt(index + 1));
    }
  }
  return simplified.get(character) ?? character;
}
