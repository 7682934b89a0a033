import { cutMiddle, sanitise } from './fence.ts';
import type { RunState } from './run-state.ts';
import { wordingFor } from './wording.ts';

/** How much of one observation, and how many of them, a digest holds. */
const excerptLimit = 600;
const mostExcerpts = 8;

/** An answer without a model: why the run ended, and what its tools found. Never empty. */
export function digest(reason: string, { steps, language }: RunState): string {
  const wording = wordingFor(language);
  const excerpts = steps.flatMap(({ action, observation, error }) => {
    if (action === undefined || observation === undefined || error !== undefined) return [];
    const text = sanitise(observation).trim();
    const excerpt = cutMiddle(text, excerptLimit, { ...wording, omitted: () => '…' });
    return text === '' ? [] : [`- ${action}: ${excerpt}`];
  });
  const found = [...new Set(excerpts)].slice(-mostExcerpts);
  const report = found.length === 0 ? wording.nothingFound : [wording.found, ...found].join('\n');
  return `${reason}\n\n${report}`;
}
