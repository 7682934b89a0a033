import type { Language } from '@mini-agent/foundation/tool';
import { observationCutMark } from '../messages.ts';
import { firstUnits } from './cut.ts';

/** Longest observation in a trace and in `steps`, in UTF-16 units. */
export const longestObservation = 2_000;

/** An observation, thought or answer as a trace shows it: hosts feed results to their model, so it is cut and marked. */
export function cutObservation(text: string, language: Language): string {
  const kept = firstUnits(text, longestObservation);
  if (kept.length === text.length) return text;
  return `${kept}\n${observationCutMark(language, text.length - kept.length, text.length)}`;
}
