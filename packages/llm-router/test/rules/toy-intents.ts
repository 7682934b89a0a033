import type { RuleIntent, RuleMatch, Segment } from '../../src/rules/index.ts';

/** An intent that claims exactly these texts (any case) and calls a tool with their name. */
export function wordIntent(...words: readonly string[]): RuleIntent {
  return {
    name: 'words',
    match: ({ text }) => {
      const word = text.toLowerCase();
      return words.includes(word) ? toyMatch(word) : undefined;
    },
  };
}

export function toyMatch(name: string, more: Partial<RuleMatch> = {}): RuleMatch {
  return {
    calls: [{ name, arguments: {} }],
    answer: (outcomes) => outcomes.map((outcome) => (outcome.ok ? outcome.text : '')).join('\n'),
    ...more,
  };
}

/** Claims `echo <anything>` and calls `echo` with the text as it was written. */
export const echoIntent: RuleIntent = {
  name: 'echo',
  match(segment: Segment): RuleMatch | undefined {
    if (!segment.text.toLowerCase().startsWith('echo ')) return undefined;
    const text = segment.source?.(5) ?? '';
    return { ...toyMatch('echo'), calls: [{ name: 'echo', arguments: { text } }], freeText: true };
  },
};
