/** JSON text without halves of surrogate pairs: they have no UTF-8 form, and strict readers refuse a text that holds their escape. */
export function toWellFormedJson(json: string): string {
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\(?:u(?<unit>[0-9a-f]{4})|.)/g, (escape: string, unit?: string) =>
    unit?.startsWith('d') === true ? '\\ufffd' : escape,
  );
}
