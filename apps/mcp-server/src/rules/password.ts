import { createPhrases } from '@mini-agent/llm-router/rules';
import type { RuleIntent, RuleMatch, SlotReader } from '@mini-agent/llm-router/rules';
import { observations } from './answer-lines.ts';
import { countSlot } from './count-slot.ts';
import { ellipticalPasswordPhrases, passwordParts, passwordPhrases } from './password-phrases.ts';
import { withCount } from './random.ts';

/** What a password must not hold; read with {@link flagSlot}. */
export interface PasswordFlags {
  readonly symbols?: false;
  readonly uppercase?: false;
  readonly exclude_ambiguous?: true;
}

/** A slot that reads nothing and has a value: marks which phrase matched. */
function flagSlot(value: PasswordFlags): SlotReader<PasswordFlags> {
  return (_input, position) => [{ value, end: position }];
}

const phrases = (list: readonly string[]): ReturnType<typeof createPhrases> =>
  createPhrases({
    slots: { length: countSlot, count: countSlot, flags: flagsSlot },
    parts: passwordParts,
    phrases: list,
    build: ({ length, count = 1, flags = {} }) => passwordMatch({ length, count, flags }),
  });

function passwordMatch({
  length,
  count,
  flags,
}: {
  length: number | undefined;
  count: number;
  flags: PasswordFlags;
}): RuleMatch {
  const parameters = {
    operation: 'password',
    ...(length === undefined ? {} : { length }),
    ...(count === 1 ? {} : { count }),
    ...flags,
  };
  return {
    calls: [{ name: 'random_gen', arguments: parameters }],
    answer: (outcomes, language) =>
      withCount(observations(outcomes, { language, heading: '密码' }), {
        counted: ['passwords', '密码', count],
        language,
      }),
  };
}
void flagSlot;
