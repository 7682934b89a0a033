import { isJsonObject, nonEmptyString } from '../json.ts';

export interface ContentText {
  readonly text: string;
  /** Parts marked as thinking (Mistral), kept apart from the answer. */
  readonly reasoning: string;
}

/** The text of a message's content: a string, null, one part, or an array of parts, which are joined as they stand. */
export function readContent(content: unknown): ContentText {
  if (typeof content === 'string') return { text: content, reasoning: '' };
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  let text = '';
  let reasoning = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else if (isJsonObject(part)) {
      if (part['type'] === 'thinking' || part['type'] === 'reasoning') reasoning += partText(part);
      else text += partText(part);
    }
  }
  return { text, reasoning };
}

function partText(part: Readonly<Record<string, unknown>>): string {
  const inner = part['text'] ?? part['thinking'] ?? part['refusal'] ?? part['content'];
  if (isJsonObject(inner)) return nonEmptyString(inner['value']) ?? '';
  if (!Array.isArray(inner)) return nonEmptyString(inner) ?? '';
  return inner.map((entry) => (isJsonObject(entry) ? partText(entry) : '')).join('');
}
