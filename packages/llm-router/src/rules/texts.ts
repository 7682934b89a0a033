import type { Language } from '@mini-agent/foundation/tool';

/** Chinese tasks get Chinese sentences, all others English ones: tool observations are labelled in English anyway. */
export function inLanguage(language: Language, english: string, chinese: string): string {
  return language === 'zh' ? chinese : english;
}

/** A part of the user's task inside a message, on one line. */
export function excerpt(text: string, longest = 60): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
