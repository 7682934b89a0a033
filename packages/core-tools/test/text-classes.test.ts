import { countGraphemes } from 'unicode-segmenter/grapheme';
import { expect, it } from 'vitest';

import {
  characterFlags,
  CLASS_MASK,
  CLOSER_FLAG,
  CLUSTER_FLAG,
  CONNECTOR,
  DICTIONARY,
  IDEOGRAPH,
  LETTER,
  MARK,
  NUMBER,
  OTHER,
  SPACE,
  TERMINATOR_FLAG,
  WORD_FLAG,
} from '../src/text/character-classes.ts';

const WORD_CLASSES = [LETTER, NUMBER, CONNECTOR];

function classByProperties(character: string): number {
  if (/[\p{White_Space}\uFEFF]/u.test(character)) return SPACE;
  if (character === '\u200B') return OTHER;
  if (/[\p{M}\p{Grapheme_Extend}\p{Cf}]/u.test(character)) return MARK;
  const isLetter = /\p{L}/u.test(character);
  const isNumber = /\p{N}/u.test(character);
  if ((isLetter || isNumber) && /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u.test(character)) {
    return IDEOGRAPH;
  }
  if (isLetter && /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u.test(character)) {
    return DICTIONARY;
  }
  if (isLetter) return LETTER;
  if (isNumber) return NUMBER;
  return /\p{Pc}/u.test(character) ? CONNECTOR : OTHER;
}

it('classes and flags of every code point are those of its Unicode properties', () => {
  const wrong: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    const flags = characterFlags(codePoint);
    const kind = flags & CLASS_MASK;
    // Two of the same stand for the rules that join only their like.
    const joins = ['a' + character, character + 'a', character + character].some(
      (pair) => countGraphemes(pair) === 1,
    );
    const isWord = WORD_CLASSES.includes(kind) && !joins && codePoint <= 0xffff;
    const isRight =
      kind === classByProperties(character) &&
      ((flags & TERMINATOR_FLAG) !== 0) === /[\p{Sentence_Terminal}…]/u.test(character) &&
      ((flags & CLOSER_FLAG) !== 0) === /[\p{Pe}\p{Pf}"'”’»]/u.test(character) &&
      ((flags & CLUSTER_FLAG) !== 0) === joins &&
      ((flags & WORD_FLAG) !== 0) === isWord;
    if (!isRight) wrong.push(codePoint.toString(16));
  }
  expect(wrong).toEqual([]);
}, 60_000);
