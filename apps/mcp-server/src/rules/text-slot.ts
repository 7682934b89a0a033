import { quoteMark } from '@mini-agent/llm-router/rules';
import type { SlotInput, SlotReader, SlotReading } from '@mini-agent/llm-router/rules';
import { holdsCommand, holdsLaterPart } from './command-words.ts';

/** A text to work on; `guessed` where it had no quotation marks, so that nobody knows where it ends. */
export interface GivenText {
  readonly text: string;
  readonly guessed: boolean;
}

/** One quoted passage. */
export const quotedSlot: SlotReader<GivenText> = (input, position) => {
  if (input.text[position] !== quoteMark) return [];
  const index = input.text.slice(0, position).split(quoteMark).length - 1;
  const text = input.segment.quotes[index];
  return text === undefined ? [] : [{ value: { text, guessed: false }, end: position + 1 }];
};

/** Everything to the end behind a colon or a line break: the text is announced, so it may be long and hold "and". */
export const restSlot: SlotReader<GivenText> = (input, position) => {
  const quoted = quotedSlot(input, position).filter(({ end }) => end === input.text.length);
  return quoted.length > 0 ? quoted : rest(input, position);
};

function rest({ segment, text }: SlotInput, position: number): readonly SlotReading<GivenText>[] {
  const given = segment.source?.(position) ?? text.slice(position);
  if (given.trim() === '' || holdsCommand(behindFirstWord(given)) || holdsLaterPart(given))
    return [];
  return [{ value: { text: given, guessed: true }, end: text.length }];
}

/** The first words are the text's own: "count the words in: Write me a letter" is a text that begins with "Write". */
function behindFirstWord(text: string): string {
  const end = /[\s，,；;。.!?！？]/.exec(text)?.index ?? text.length;
  return text.slice(end);
}

/** One word or a few, without quotation marks and without anything that may join two parts. */
export const wordsSlot: SlotReader<GivenText> = ({ segment, text, lower }, position) => {
  const written = text.slice(position);
  if (written === '' || written.length > longestWords || /[,，;；。、\n:：?？\uE000]/.test(written))
    return [];
  if (pointingWord.test(lower.slice(position)) || joiningWord.test(lower.slice(position)))
    return [];
  if (holdsCommand(behindFirstWord(written)) || holdsLaterPart(written)) return [];
  if (isMixed(written)) return [];
  const given = segment.source?.(position) ?? written;
  return [{ value: { text: given, guessed: true }, end: text.length }];
};

/** Latin letters with Chinese behind them: where the text ends is not clear. */
function isMixed(text: string): boolean {
  return /[a-z]/i.test(text) && /[\u4e00-\u9fff]/.test(text);
}

/** Only one word, at most with what stands in it. */
export const wordSlot: SlotReader<GivenText> = (input, position) => {
  const written = /^[^\s,，;；。、:：?？!！\uE000]{1,60}/.exec(input.text.slice(position))?.[0];
  if (written === undefined || pointingWord.test(input.lower.slice(position))) return [];
  if (isMixed(written)) return [];
  const end = position + written.length;
  const given = input.segment.source?.(position, end) ?? written;
  return [{ value: { text: given, guessed: true }, end }];
};

/** One Latin word inside Chinese. */
export const latinSlot: SlotReader<GivenText> = (input, position) => {
  const written = /^[A-Za-z][A-Za-z0-9_-]{0,59}/.exec(input.text.slice(position))?.[0];
  if (written === undefined) return [];
  return [{ value: { text: written, guessed: true }, end: position + written.length }];
};

const longestWords = 80;

/** Words that point at something instead of being the text. */
const pointingWord =
  /^(?:passwords?|passphrase|uuids?|guids?|random|letters?|characters?|first|last|only|everything|nothing|result|answer|today|tomorrow|current|now|the|this|that|these|those|it|my|your|our|his|her|their|all|every|each|some|any|a|an|everything|things|to|in|of|for|from|and|with|engineering|osmosis|polarity|proxy|mortgage|lookup|image|video|order|text|string|word|words|lines?|list)(?![\p{L}\p{N}])|^(?:这|那|它|我的|你的|所有|全部|文本|文字|字符串|下面|以下|上面|单词)/u;

const joiningWord =
  /(?:^|\s)(?:and|or|then|but|also|to|in|with|without|twice|thrice|times|except|using|as|like|only|from|by|for|each|every|if|when|unless|until)(?=\s|$)|[和与及]|并|然后/;
