import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import { withChineseNotes } from './chinese-notes.ts';

/** The observations of a part as its answer, under a Chinese heading for a Chinese task: the observations' labels are English. */
export function observations(
  outcomes: readonly ToolOutcome[],
  options: {
    readonly language: Language;
    readonly heading: string;
    readonly notes?: readonly string[];
  },
): string {
  const texts = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.text] : []));
  const lines = [...texts, ...(options.notes ?? [])].join('\n');
  return options.language === 'zh' ? `${options.heading}：\n${withChineseNotes(lines)}` : lines;
}
