import { createPhrases } from '@mini-agent/llm-router/rules';
import type { Phrases, RuleIntent, RuleMatch } from '@mini-agent/llm-router/rules';
import { observations } from './answer-lines.ts';
import { countSlot } from './count-slot.ts';
import { traitsSlot } from './password-traits.ts';
import type { PasswordTraits } from './password-traits.ts';
import { randomParts } from './random-phrases.ts';
import { withCount } from './random.ts';

const longestSegment = 200;

const asked = passwordPhrases([
  '<make> <a>? {before}? (password|passphrase-free password) {after}?',
  '<make> {count} {before}? (passwords) {after}?',
  '(<a>)? {before} password {after}?',
  '<a>? password {after}',
  '{count} {before}? passwords {after}?',
  '<make>? <a>? {before}? password <purpose>',
  '(a|one|another|new) password',
  '<zhMake> <zhOne>? {before}? 密码 {after}?',
  '<zhMake> {count} (个|条|组) {before}? 密码 {after}?',
  '<zhMake>? {before} 密码 {after}?',
  '(一个)? 密码 {after}',
  '{count} (个|条|组) {before}? 密码 {after}?',
  '<zhMake>? <zhOne>? {before}? 密码 (，|,)? {after}',
]);

/** "uuid and password": the bare word goes on with what the part before generates. */
const alsoAsked = passwordPhrases(['password', '密码', '<a> password', '(一个)? 密码']);

/** Passwords, with their length, number and kinds of characters. */
export const passwordIntent: RuleIntent = {
  name: 'password',
  match(segment) {
    if (segment.text.length > longestSegment) return undefined;
    const afterRandom =
      segment.previous?.calls.every((call) => call.name === 'random_gen') ?? false;
    return asked.match(segment) ?? (afterRandom ? alsoAsked.match(segment) : undefined);
  },
};

function passwordPhrases(phrases: readonly string[]): Phrases {
  return createPhrases({
    slots: { before: traitsSlot, after: traitsSlot, count: countSlot },
    parts: randomParts,
    phrases,
    build: ({ before = {}, after = {}, count = 1 }) => {
      if (before.length !== undefined && after.length !== undefined) return undefined;
      return passwordMatch({ ...before, ...after }, count);
    },
  });
}

function passwordMatch(traits: PasswordTraits, count: number): RuleMatch {
  const parameters = {
    operation: 'password',
    ...traits,
    ...(count === 1 ? {} : { count }),
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
