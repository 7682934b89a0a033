import type { Language } from '@mini-agent/foundation/tool';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import type { ManagerTexts } from './manager-texts.ts';

/** The manager speaks English and Chinese; every other language gets English. */
export function textsFor(language: Language | undefined): ManagerTexts {
  return language === 'zh' ? chinese : english;
}
