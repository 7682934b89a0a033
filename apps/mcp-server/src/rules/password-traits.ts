import { integerValue, readNumbers, skipSpace, wordStartsAt } from '@mini-agent/llm-router/rules';
import type { SlotReader } from '@mini-agent/llm-router/rules';

/** What a task says about the password it wants; what it does not say keeps the tool's default. */
export interface PasswordTraits {
  readonly length?: number;
  readonly symbols?: boolean;
  readonly uppercase?: boolean;
  readonly exclude_ambiguous?: boolean;
}

type Kind = 'symbols' | 'uppercase' | 'ambiguous' | 'digits' | 'lowercase' | 'letters';

const kinds: readonly (readonly [words: string, kind: Kind])[] = longestFirst([
  ['symbols', 'symbols'],
  ['symbol', 'symbols'],
  ['special characters', 'symbols'],
  ['special chars', 'symbols'],
  ['special symbols', 'symbols'],
  ['special character', 'symbols'],
  ['punctuation', 'symbols'],
  ['特殊字符', 'symbols'],
  ['特殊符号', 'symbols'],
  ['标点符号', 'symbols'],
  ['符号', 'symbols'],
  ['标点', 'symbols'],
  ['uppercase letters', 'uppercase'],
  ['uppercase characters', 'uppercase'],
  ['upper case letters', 'uppercase'],
  ['uppercase', 'uppercase'],
  ['upper case', 'uppercase'],
  ['capital letters', 'uppercase'],
  ['capitals', 'uppercase'],
  ['大写字母', 'uppercase'],
  ['大写', 'uppercase'],
  ['ambiguous characters', 'ambiguous'],
  ['ambiguous chars', 'ambiguous'],
  ['similar characters', 'ambiguous'],
  ['similar looking characters', 'ambiguous'],
  ['confusing characters', 'ambiguous'],
  ['易混淆字符', 'ambiguous'],
  ['易混淆的字符', 'ambiguous'],
  ['容易混淆的字符', 'ambiguous'],
  ['相似字符', 'ambiguous'],
  ['numbers', 'digits'],
  ['digits', 'digits'],
  ['数字', 'digits'],
  ['lowercase letters', 'lowercase'],
  ['lowercase', 'lowercase'],
  ['lower case letters', 'lowercase'],
  ['小写字母', 'lowercase'],
  ['小写', 'lowercase'],
  ['mixed case', 'uppercase'],
  ['大小写字母', 'uppercase'],
  ['大小写', 'uppercase'],
  ['upper and lower case letters', 'uppercase'],
  ['upper and lowercase letters', 'uppercase'],
  ['letters', 'letters'],
  ['字母', 'letters'],
]);

const without: readonly string[] = words(
  "without|with no|no|excluding|not including|minus|not containing|that has no|don't use|do not use|but no|free of|don't include|do not include|不含|不带|不包含|不包括|不要|没有|无|不用|不使用|去掉|排除|不能有|不要有|不含有",
);

const including: readonly string[] = words(
  'with|including|containing|that includes|that contains|that has|using|include|includes|包含|含有|含|带|带有|包括|要有|有',
);

const alphanumeric: readonly string[] = words(
  'letters and numbers only|letters and digits only|only letters and numbers|only letters and digits|using only letters and numbers|using only letters and digits|with only letters and numbers|with only letters and digits|containing only letters and numbers|containing only letters and digits|of letters and numbers only|just letters and numbers|with letters and numbers only|with letters and digits only|using letters and numbers only|containing letters and numbers only|letters and numbers, no symbols|alphanumeric only|alphanumeric characters only|only alphanumeric characters|alphanumeric|只含字母和数字|只包含字母和数字|仅含字母和数字|仅包含字母和数字|只有字母和数字|只用字母和数字|只由字母和数字组成|由字母和数字组成|仅由字母和数字组成|字母和数字组成|只要字母和数字|只含数字和字母|只包含数字和字母|由数字和字母组成|只有数字和字母|纯字母数字',
);

const fillers: readonly string[] = words(
  'each|strong|secure|random|new|good|safe|complex|robust|very|really|a|and|but|that is|that are|which is|of|,|，|、|的|且|并且|强|高强度|强度高|安全|复杂|随机|新|一个',
);

/** One or more traits at a position, in any order; at least one word is read. */
export const traitsSlot: SlotReader<PasswordTraits> = ({ lower }, position) => {
  const readings = [];
  let traits: PasswordTraits = {};
  let at = position;
  while (at < lower.length) {
    const next = readTrait(lower, at);
    if (next === undefined) break;
    // 一个8位一个12位: two lengths are two passwords.
    if (traits.length !== undefined && next.traits?.length !== undefined) break;
    if (next.traits !== undefined) traits = { ...traits, ...next.traits };
    at = skipSpace(lower, next.end);
    readings.push({ value: traits, end: next.end });
  }
  return readings.reverse();
};

interface Trait {
  readonly traits?: PasswordTraits;
  readonly end: number;
}

function readTrait(lower: string, at: number): Trait | undefined {
  return (
    readAlphanumeric(lower, at) ??
    readLength(lower, at) ??
    readKinds(lower, at) ??
    readFiller(lower, at)
  );
}

function readAlphanumeric(lower: string, at: number): Trait | undefined {
  const end = wordEnd(lower, at, alphanumeric);
  return end === undefined ? undefined : { traits: { symbols: false }, end };
}

function readFiller(lower: string, at: number): Trait | undefined {
  const end = wordEnd(lower, at, fillers);
  return end === undefined ? undefined : { end };
}

const lengthWords: readonly string[] = words(
  'with a length of|with length of|with length|of length|with a length|length of|length is|length =|length:|length|长度是|长度为|长度：|长度:|长度|共|一共|总共',
);

/** Words before a length that must have its unit behind it. */
const lengthBefore: readonly string[] = words(
  'with|of|having|that has|that is|is|with at least|of at least|at least|that is at least|that has at least|having at least|有|由|至少|至少有|不少于|不低于',
);

const lengthUnits: readonly string[] = words(
  'character-long|characters-long|char-long|characters long|character long|chars long|characters in length|chars in length|characters|character|chars|char|long|位长度|位长|位|个字符长|个字符|字符长|字符',
);

/** "of length 24", "with 24 characters", "24-character", 长度为16, 16位. */
function readLength(lower: string, at: number): Trait | undefined {
  const named = wordEnd(lower, at, lengthWords);
  const start = named ?? wordEnd(lower, at, lengthBefore) ?? at;
  for (const { value, denominator, end } of readNumbers(lower, skipSpace(lower, start))) {
    const length = denominator === undefined ? integerValue(value) : undefined;
    const behind = skipSpace(lower, lower[end] === '-' ? end + 1 : end);
    const unitEnd = wordEnd(lower, behind, lengthUnits);
    if (length === undefined || (named === undefined && unitEnd === undefined)) continue;
    return { traits: { length }, end: unitEnd ?? end };
  }
  return undefined;
}

/** "without symbols or capitals", "with numbers and symbols", 不含符号. */
function readKinds(lower: string, at: number): Trait | undefined {
  const refused = wordEnd(lower, at, without);
  const start = refused ?? wordEnd(lower, at, including);
  if (start === undefined) return undefined;
  const named: Kind[] = [];
  let end = start;
  for (;;) {
    const next = kindAt(lower, skipJoin(lower, end, named.length > 0));
    if (next === undefined) break;
    named.push(next.kind);
    end = next.end;
  }
  const traits = refused === undefined ? wanted(named) : unwanted(named);
  return traits === undefined ? undefined : { traits, end };
}

function skipJoin(lower: string, at: number, joined: boolean): number {
  let next = skipSpace(lower, at);
  if (joined) {
    for (const join of [',', '，', '、', 'and', 'or', '和', '与', '或', '及', '以及']) {
      if (wordStartsAt(lower, next, join)) next = skipSpace(lower, next + join.length);
    }
  }
  const article = wordEnd(lower, next, ['any', 'all', '任何', '有']);
  return article === undefined ? next : skipSpace(lower, article);
}

function kindAt(lower: string, at: number): { kind: Kind; end: number } | undefined {
  for (const [text, kind] of kinds) {
    if (lower.startsWith(text, at) && wordStartsAt(lower, at, text)) {
      return { kind, end: at + text.length };
    }
  }
  return undefined;
}

/** Digits and small letters cannot be left out: the tool always uses them. */
function unwanted(named: readonly Kind[]): PasswordTraits | undefined {
  if (
    named.length === 0 ||
    named.some((kind) => !['symbols', 'uppercase', 'ambiguous'].includes(kind))
  ) {
    return undefined;
  }
  return {
    ...(named.includes('symbols') ? { symbols: false } : {}),
    ...(named.includes('uppercase') ? { uppercase: false } : {}),
    ...(named.includes('ambiguous') ? { exclude_ambiguous: true } : {}),
  };
}

/** "With letters and numbers" may mean only those, so symbols must be named with them. */
function wanted(named: readonly Kind[]): PasswordTraits | undefined {
  if (named.length === 0 || named.includes('ambiguous')) return undefined;
  if (named.includes('letters') && !named.includes('symbols')) return undefined;
  return {};
}

function wordEnd(lower: string, at: number, list: readonly string[]): number | undefined {
  for (const word of list) {
    if (lower.startsWith(word, at) && wordStartsAt(lower, at, word)) return at + word.length;
  }
  return undefined;
}

function words(list: string): readonly string[] {
  return list.split('|').sort((left, right) => right.length - left.length);
}

function longestFirst<Value>(
  entries: readonly (readonly [string, Value])[],
): readonly (readonly [string, Value])[] {
  return [...entries].sort(([left], [right]) => right.length - left.length);
}
