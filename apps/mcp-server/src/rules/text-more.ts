import { createPhrases, quoteMark } from '@mini-agent/llm-router/rules';
import type {
  RuleCall,
  RuleMatch,
  Segment,
  SlotReader,
  SlotReading,
} from '@mini-agent/llm-router/rules';
import { observations } from './answer-lines.ts';
import { spelledWordSlot } from './letter-slot.ts';
import {
  chineseCharacterPhrases,
  decodePhrases,
  extractPhrases,
  jsonPhrases,
  letterPhrases,
} from './text-more-phrases.ts';
import { textParts } from './text-phrases.ts';
import { quotedSlot, restSlot } from './text-slot.ts';

/** A slot that reads nothing: it tells which operation its phrase means. */
function means(operation: string): SlotReader<string> {
  return (_input, position) => [{ value: operation, end: position }];
}

/** JSON at a position, quoted or bare: an object or a list up to the last closing bracket. */
const jsonSlot: SlotReader<string> = (input, position) => {
  const { segment, text } = input;
  const open = text[position];
  if (open === quoteMark) {
    return quotedSlot(input, position).flatMap(({ value, end }) =>
      isJson(value.text) ? [{ value: value.text, end }] : [],
    );
  }
  if (open !== '{' && open !== '[') return [];
  const end = text.lastIndexOf(open === '{' ? '}' : ']') + 1;
  const given = segment.source?.(position, end) ?? '';
  return end > position && isJson(given) ? [{ value: given, end }] : [];
};

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const json = createPhrases({
  slots: { json: jsonSlot, pretty: means('json_pretty'), minify: means('json_minify') },
  parts: textParts,
  phrases: jsonPhrases,
  build: ({ json: text, pretty, minify }) => transform(text, pretty ?? minify),
});

/** One word that looks encoded: with capitals, digits or padding among its letters, or with percent signs. */
function encodedSlot(looks: RegExp): SlotReader<string> {
  return ({ segment, text }, position) => {
    const written = /^[A-Za-z0-9+/=_%.~-]{4,500}(?![^\s])/.exec(
      text.slice(position, position + 501),
    );
    const token = written?.[0];
    if (token === undefined || !looks.test(token)) return [];
    const end = position + token.length;
    return [{ value: segment.source?.(position, end) ?? token, end }];
  };
}

const decode = createPhrases({
  slots: {
    base64: encodedSlot(/^(?=.*[A-Z0-9=])[A-Za-z0-9+/_-]+={0,2}$/),
    percent: encodedSlot(/%[0-9a-f]{2}/i),
  },
  parts: textParts,
  phrases: decodePhrases,
  build: ({ base64, percent }) =>
    base64 === undefined ? transform(percent, 'url_decode') : transform(base64, 'base64_decode'),
});

const extract = createPhrases({
  slots: {
    quoted: quotedSlot,
    rest: restSlot,
    emails: means('extract_emails'),
    urls: means('extract_urls'),
    numbers: means('extract_numbers'),
  },
  parts: textParts,
  phrases: extractPhrases,
  build({ quoted, rest, emails, urls, numbers }) {
    const given = quoted ?? rest;
    // Digits inside a word are no number for the tool, but may be one for the user.
    if (numbers !== undefined && /[a-z]\d|\d[a-z]/i.test(given?.text ?? '')) return undefined;
    const match = transform(given?.text, emails ?? urls ?? numbers);
    return match !== undefined && given?.guessed === true ? { ...match, freeText: true } : match;
  },
});

/** Letters are counted without all that is none: the tool counts characters. */
const letters = createPhrases({
  slots: { quoted: quotedSlot, spelled: spelledWordSlot },
  parts: textParts,
  phrases: letterPhrases,
  build({ quoted, spelled }) {
    const given = quoted ?? spelled;
    const text = given?.text.replace(/[^\p{L}\p{M}]/gu, '') ?? '';
    if (given === undefined || text === '') return undefined;
    const match = counted(text, { en: 'Letters', zh: '字母数' });
    return given.guessed ? { ...match, freeText: true } : match;
  },
});

const chineseCharacters = createPhrases({
  slots: { quoted: quotedSlot },
  parts: textParts,
  phrases: chineseCharacterPhrases,
  build({ quoted }) {
    const text = quoted?.text.replace(/\P{Script=Han}/gu, '') ?? '';
    return text === '' ? undefined : counted(text, { en: 'Chinese characters', zh: '汉字数' });
  },
});

/** How long `text` is, which holds nothing but what is to be counted. */
function counted(text: string, label: { readonly en: string; readonly zh: string }): RuleMatch {
  return {
    calls: [{ name: 'text_stats', arguments: { text } }],
    answer(outcomes, language) {
      const [outcome] = outcomes;
      const count = outcome?.ok === true ? /^Characters: (\d+)$/m.exec(outcome.text)?.[1] : null;
      if (count === undefined || count === null)
        return observations(outcomes, { language, heading: '文本统计' });
      return language === 'zh' ? `${label.zh}：${count}` : `${label.en}: ${count}`;
    },
  };
}

/** What the statistics of a text do not tell: how many of its characters are Chinese. */
export function matchChineseCharacters(segment: Segment): RuleMatch | undefined {
  return segment.text.includes('汉字') ? chineseCharacters.match(segment) : undefined;
}

/** JSON, decoding of bare words, extraction and letters. */
export function matchMoreText(segment: Segment): RuleMatch | undefined {
  return (
    letters.match(segment) ?? json.match(segment) ?? decode.match(segment) ?? extract.match(segment)
  );
}

/** A bare quoted passage behind another one goes on with the same operation: "uppercase "a" and "b"". */
export function matchSameAgain(segment: Segment): RuleMatch | undefined {
  const [call, ...others] = segment.previous?.calls ?? [];
  const [quoted]: readonly SlotReading<{ text: string }>[] =
    segment.text === quoteMark ? quotedSlot(inputOf(segment), 0) : [];
  if (call === undefined || others.length > 0 || quoted === undefined) return undefined;
  const { operation, pattern } = call.arguments;
  const { text } = quoted.value;
  if (call.name === 'text_stats')
    return calling({ name: 'text_stats', arguments: { text } }, '文本统计');
  if (call.name !== 'text_transform' || typeof operation !== 'string' || pattern !== undefined)
    return undefined;
  return transform(text, operation);
}

function inputOf(segment: Segment): Parameters<typeof quotedSlot>[0] {
  return { segment, text: segment.text, lower: segment.text };
}

function transform(text: string | undefined, operation: string | undefined): RuleMatch | undefined {
  return text === undefined || operation === undefined
    ? undefined
    : calling({ name: 'text_transform', arguments: { text, operation } }, '文本处理');
}

function calling(call: RuleCall, heading: string): RuleMatch {
  return {
    calls: [call],
    answer: (outcomes, language) => observations(outcomes, { language, heading }),
  };
}
