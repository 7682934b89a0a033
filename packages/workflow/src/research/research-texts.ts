import type { Language } from '@mini-agent/foundation/tool';
import type { SectionName } from './report-sections.ts';

/** What the report says in its own words. */
export interface ResearchTexts {
  readonly headings: Readonly<Record<SectionName, string>>;
  readonly planning: string;
  readonly searching: (count: number) => string;
  readonly writing: string;
  readonly researching: (question: string) => string;
  readonly nothingFound: string;
  readonly searched: string;
  readonly searchFailed: (question: string, code: string) => string;
  readonly notWritten: (code: string) => string;
  readonly cut: string;
  readonly noSummary: string;
  readonly noFindings: string;
  readonly noConclusions: string;
  readonly removed: (count: number) => string;
  readonly unused: (count: number) => string;
  readonly uncited: (count: number) => string;
  readonly unsupported: (numbers: string) => string;
  readonly otherLanguage: string;
  readonly noSources: string;
}

const english: ResearchTexts = {
  headings: {
    summary: 'Executive Summary',
    findings: 'Key Findings',
    conclusions: 'Conclusions',
    sources: 'Sources',
  },
  planning: 'Planning the research',
  searching: (count) => `Searching for ${count} sub-questions`,
  writing: 'Writing the report',
  researching: (question) => `Researching: ${question}`,
  nothingFound:
    'Nothing was found that answers this question: the searches returned no usable text. No statement is made without a source.',
  searched: 'Searched for:',
  searchFailed: (question, code) => `The search for "${question}" failed (${code}).`,
  notWritten: (code) =>
    `The report could not be written (${code}). These are the passages that were found.`,
  cut: 'This report is incomplete: it reached the output limit.',
  noSummary: 'No summary was written.',
  noFindings: 'No findings were written beyond the summary.',
  noConclusions: 'No conclusions were drawn.',
  removed: (count) =>
    count === 1
      ? '1 citation that names no retrieved source was removed.'
      : `${count} citations that name no retrieved source were removed.`,
  unused: (count) =>
    count === 1
      ? '1 retrieved source is not cited and not listed.'
      : `${count} retrieved sources are not cited and not listed.`,
  uncited: (count) =>
    `The text cites none of the ${count} retrieved sources, so nothing in it could be checked.`,
  unsupported: (numbers) => `Not found in the cited sources, so check before use: ${numbers}.`,
  otherLanguage: 'The report is not in the language of the question.',
  noSources: 'None.',
};

const chinese: ResearchTexts = {
  headings: { summary: '执行摘要', findings: '主要发现', conclusions: '结论', sources: '来源' },
  planning: '正在规划研究',
  searching: (count) => `正在检索 ${count} 个子问题`,
  writing: '正在撰写报告',
  researching: (question) => `正在研究：${question}`,
  nothingFound: '没有找到可以回答该问题的内容：检索没有返回可用的文本。没有来源就不作任何陈述。',
  searched: '已检索：',
  searchFailed: (question, code) => `检索“${question}”失败（${code}）。`,
  notWritten: (code) => `报告未能写成（${code}）。以下是检索到的内容。`,
  cut: '本报告不完整：已达到输出长度上限。',
  noSummary: '没有写出摘要。',
  noFindings: '除摘要外没有写出其他发现。',
  noConclusions: '没有得出结论。',
  removed: (count) => `已删除 ${count} 处没有对应检索来源的引用。`,
  unused: (count) => `另有 ${count} 个检索到的来源未被引用，未列出。`,
  uncited: (count) => `正文没有引用检索到的 ${count} 个来源，因此其内容均未经核对。`,
  unsupported: (numbers) => `所引来源中没有以下数字，使用前请核实：${numbers}。`,
  otherLanguage: '报告所用语言与问题的语言不同。',
  noSources: '无。',
};

export function researchTexts(language: Language): ResearchTexts {
  return language === 'zh' ? chinese : english;
}
