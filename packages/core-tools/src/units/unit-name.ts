const FULL_WIDTH_OFFSET = 0xfee0;

/** One spelling for what people write in many: `sq. m`, `ｍ²`, `m^2`, `km / h`, `short-ton`, `ft.`. Case is kept. */
export function normalizeUnitName(name: string): string {
  return (
    name
      .replace(/[\uff01-\uff5e]/g, (character) =>
        String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET),
      )
      // One glyph for a whole symbol: ㎞, ㎡, ㏄.
      .replace(/[\u3371-\u33df]/g, (glyph) => glyph.normalize('NFKC'))
      .replaceAll('\u2215', '/')
      .replaceAll('²', '2')
      .replaceAll('³', '3')
      .replace(/\^(?=[23])/g, '')
      .replace(/[µμ]/g, 'u')
      .replaceAll('℃', '°C')
      .replaceAll('℉', '°F')
      .replaceAll('º', '°')
      .replace(/[·⋅-]/g, ' ')
      .replaceAll('_', ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ?\/ ?/g, '/')
      .replace(/° /g, '°')
      .replace(/(?<=[A-Za-z])\.$/, '')
      .trim()
  );
}
