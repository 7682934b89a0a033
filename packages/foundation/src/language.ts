import type { Language } from './tool.ts';

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/gu;
const han = /\p{Script=Han}/gu;
const letter = /\p{L}/gu;
/** It holds letters of none of these scripts. */
const ascii = /^[\0-\x7f]*$/;

/** A task longer than this is judged by its beginning; a language does not change half-way. */
const longestSample = 10_000;

/** Share of CJK letters from which a text counts as Chinese or Korean: mixed tasks name units and tools in Latin letters. */
const cjkShare = 0.2;

/** Quoted text is what a task is about, not the language it is asked in. */
const quoted = /"[^"]{1,2000}"|“[^”]{1,2000}”|「[^」]{1,2000}」|『[^』]{1,2000}』|«[^»]{1,2000}»/g;

/**
 * The language to answer in, by the scripts of the letters outside quotation marks: kana → `ja`, ≥ 20 % Hangul → `ko`,
 * ≥ 20 % Han → `zh`, else `en`. A text without letters outside of quotes is judged as a whole.
 */
export function detectLanguage(text: string): Language {
  const whole = text.slice(0, longestSample);
  if (ascii.test(whole)) return 'en';
  const asked = whole.replace(quoted, ' ');
  const sample = count(asked, letter) === 0 ? whole : asked;
  if (kana.test(sample)) return 'ja';
  const letters = count(sample, letter);
  if (letters === 0) return 'en';
  if (count(sample, hangul) / letters >= cjkShare) return 'ko';
  return count(sample, han) / letters >= cjkShare ? 'zh' : 'en';
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
