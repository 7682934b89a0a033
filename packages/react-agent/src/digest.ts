import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import { cutMiddle, sanitise } from './fence.ts';
import { wordingFor } from './wording.ts';

/** How much of one observation, and how many of them, a digest holds. */
const excerptLimit = 600;
const mostExcerpts = 8;

/** An answer without a model: why the run ended, and what its tools found. Never empty. */
export function digest(
  reason: string,
  messages: readonly ChatMessage[],
  language: Language,
): string {
  const wording = wordingFor(language);
  const found = observations(messages).map((text) => `- ${text}`);
  const report = found.length === 0 ? wording.nothingFound : [wording.found, ...found].join('\n');
  return `${reason}\n\n${report}`;
}

/** The newest results of the last task, without repetitions. */
function observations(messages: readonly ChatMessage[]): readonly string[] {
  const start = messages.findLastIndex(({ role }) => role === 'user');
  const texts = messages.slice(start + 1).flatMap((message) => {
    if (message.role !== 'tool' || !message.outcome.ok) return [];
    const text = cutMiddle(sanitise(message.outcome.text).trim(), excerptLimit);
    return text === '' ? [] : [`${message.name}: ${text}`];
  });
  return [...new Set(texts)].slice(-mostExcerpts);
}
