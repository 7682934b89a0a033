import { createPhrases, wordStartsAt } from '@mini-agent/llm-router/rules';
import type {
  FoundSlots,
  RuleCall,
  RuleIntent,
  RuleMatch,
  SlotReader,
  SlotReading,
} from '@mini-agent/llm-router/rules';
import { observations } from './answer-lines.ts';
import { letterSlot, spelledWordSlot } from './letter-slot.ts';
import { plainWordSlot, signSlot } from './replace-slots.ts';
import { previousResult } from './text-follow-up.ts';
import { matchChineseCharacters, matchMoreText, matchSameAgain } from './text-more.ts';
import { moreTransformPhrases } from './text-more-phrases.ts';
import {
  codedNames,
  followUpTextPhrases,
  statsPhrases,
  textParts,
  transformPhrases,
} from './text-phrases.ts';
import type { GivenText } from './text-slot.ts';
import { latinSlot, quotedSlot, restSlot, wordSlot, wordsSlot } from './text-slot.ts';

/** A slot that reads nothing: it tells which operation its phrase means. */
function means(operation: string): SlotReader<string> {
  return (_input, position) => [{ value: operation, end: position }];
}

const stats = createPhrases({
  slots: { quoted: quotedSlot, rest: restSlot, lines: linesSlot },
  parts: textParts,
  phrases: statsPhrases,
  build({ quoted, rest, lines }) {
    const given = quoted ?? rest ?? lines;
    return given === undefined
      ? undefined
      : textMatch('text_stats', given, { heading: '文本统计', parameters: { text: given.text } });
  },
});

/** "analyze" alone takes only a text of several lines: "analyze the market" is another task. */
function linesSlot(
  ...[input, position]: Parameters<SlotReader<GivenText>>
): ReturnType<SlotReader<GivenText>> {
  return restSlot(input, position).filter(({ value }) => value.text.trim().includes('\n'));
}

const encodings: readonly string[] = ['base64', 'url', 'html'];

const hashNames: readonly (readonly [name: string, operation: string])[] = [
  ['sha256', 'sha256'],
  ['sha-256', 'sha256'],
  ['md5', 'md5'],
];

/** The operations by their names, such as `snake case`. */
function namedSlot(
  names: readonly (readonly [name: string, operation: string])[],
): SlotReader<string> {
  return ({ lower }, position) => {
    const readings: SlotReading<string>[] = [];
    for (const [name, operation] of names) {
      if (!lower.startsWith(name, position) || !wordStartsAt(lower, position, name)) continue;
      readings.push({ value: operation, end: position + name.length });
    }
    return readings;
  };
}

/** One quoted word in small letters: title case changes its first letter and nothing else. */
function smallWordSlot(
  ...[input, position]: Parameters<SlotReader<GivenText>>
): ReturnType<SlotReader<GivenText>> {
  return quotedSlot(input, position).filter(({ value }) => /^\p{Ll}+$/u.test(value.text));
}

const transformSlots = {
  coded: namedSlot(codedNames),
  encoder: namedSlot(encodings.map((name) => [name, `${name}_encode`])),
  decoder: namedSlot(encodings.map((name) => [name, `${name}_decode`])),
  hasher: namedSlot(hashNames),
  letter: letterSlot,
  counted: spelledWordSlot,
  unspaced: means('replace'),
  removed: means('replace'),
  small: smallWordSlot,
  quoted: quotedSlot,
  rest: restSlot,
  words: wordsSlot,
  word: wordSlot,
  latin: latinSlot,
  pattern: quotedSlot,
  replacement: quotedSlot,
  sign: signSlot,
  replacementSign: signSlot,
  plain: plainWordSlot,
  replacementPlain: plainWordSlot,
  upper: means('uppercase'),
  lower: means('lowercase'),
  title: means('titlecase'),
  reverse: means('reverse'),
  trim: means('trim'),
  unique: means('remove_duplicates'),
  sort: means('sort_lines'),
  count: means('count_substring'),
  replace: means('replace'),
};

type Found = FoundSlots<typeof transformSlots>;

const transform = createPhrases({
  slots: transformSlots,
  parts: textParts,
  phrases: [...transformPhrases, ...moreTransformPhrases],
  build(found) {
    const given =
      found.quoted ??
      found.small ??
      found.counted ??
      found.rest ??
      found.words ??
      found.word ??
      found.latin;
    const operation = operationOf(found);
    if (given === undefined || operation === undefined || !suits(given, operation))
      return undefined;
    const letter = found.letter === undefined ? undefined : letterIn(given.text, found.letter);
    if (found.letter !== undefined && letter === undefined) return undefined;
    const replaced = found.pattern?.text ?? found.sign ?? found.plain;
    // A word that is not in the text names something in it: "replace vowels with x".
    if (found.plain !== undefined && !given.text.includes(found.plain)) return undefined;
    const removed = found.removed === undefined ? undefined : '';
    const replacement =
      removed ?? found.replacement?.text ?? found.replacementSign ?? found.replacementPlain;
    const parameters = {
      text: given.text,
      operation,
      ...(letter === undefined ? {} : { pattern: letter }),
      ...(found.unspaced === undefined ? {} : { pattern: ' ', replacement: '' }),
      ...(replaced === undefined ? {} : { pattern: replaced }),
      ...(replacement === undefined ? {} : { replacement }),
      ...(operation === 'sort_lines' && isNumeric(given.text) ? { numeric: true } : {}),
    };
    return textMatch('text_transform', given, { heading: '文本处理', parameters });
  },
});

const goOn = createPhrases({
  slots: transformSlots,
  parts: textParts,
  phrases: followUpTextPhrases,
  build(found, segment) {
    const text = previousResult(segment);
    const operation = operationOf(found);
    return text === undefined || operation === undefined
      ? undefined
      : textMatch(
          'text_transform',
          { text, guessed: false },
          { heading: '文本处理', parameters: { text, operation } },
        );
  },
});

function operationOf(found: Found): string | undefined {
  return (
    found.coded ??
    found.encoder ??
    found.decoder ??
    found.hasher ??
    found.unspaced ??
    found.removed ??
    found.upper ??
    found.lower ??
    found.title ??
    found.reverse ??
    found.trim ??
    found.unique ??
    found.sort ??
    found.count ??
    found.replace
  );
}

/** The letter as the text spells it; where it stands in both cases, what is counted would not be clear. */
function letterIn(text: string, letter: string): string | undefined {
  const upper = letter.toUpperCase();
  if (!text.includes(upper)) return letter;
  return text.includes(letter) ? undefined : upper;
}

/** Unquoted text without letters that have a case is not meant for one: 把123转成大写 wants 壹佰贰拾叁. Lines need line breaks. */
function suits({ text }: GivenText, operation: string): boolean {
  if (operation.endsWith('case') && !/[\p{Lu}\p{Ll}]/u.test(text)) return false;
  const wantsLines = operation === 'sort_lines' || operation === 'remove_duplicates';
  return !wantsLines || text.trim().includes('\n');
}

/** Lines that are all numbers are sorted as numbers. */
function isNumeric(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.every((line) => /^-?\d+(?:\.\d+)?$/.test(line.trim()));
}

function textMatch(
  name: string,
  given: GivenText,
  { heading, parameters }: { heading: string; parameters: RuleCall['arguments'] },
): RuleMatch {
  const match: RuleMatch = {
    calls: [{ name, arguments: parameters }],
    answer: (outcomes, language) => observations(outcomes, { language, heading }),
  };
  return given.guessed ? { ...match, freeText: true } : match;
}

/** Text statistics and text operations, on quoted text or on text behind a colon. */
export const textIntent: RuleIntent = {
  name: 'text',
  match: (segment) =>
    matchChineseCharacters(segment) ??
    stats.match(segment) ??
    matchMoreText(segment) ??
    transform.match(segment) ??
    (segment.previous === undefined ? undefined : (goOn.match(segment) ?? matchSameAgain(segment))),
};
