const separators = /[,，、､]/u;

/** Tags as they are stored: comma-separated ones apart, trimmed, without empty ones and repetitions. */
export function splitTags(tags: readonly string[]): readonly string[] {
  const parts = tags.flatMap((tag) => tag.split(separators)).map((tag) => tag.trim());
  const seen = new Set<string>();
  return parts.filter((tag) => {
    const key = foldText(tag);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Tags as they are compared. */
export function tagKeys(tags: readonly string[]): readonly string[] {
  return splitTags(tags).map(foldText);
}

const plain = /^[ -~]*$/;

/** Full-width and half-width forms, and upper and lower case, are the same (NFKC; Unicode case folding by way of upper case). */
export function foldText(text: string): string {
  // Most texts are plain ASCII, where all this comes to the same.
  if (plain.test(text)) return text.toLowerCase().trim();
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim();
}
