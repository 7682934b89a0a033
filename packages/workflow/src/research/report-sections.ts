import { safeMarkdown } from './safe-markdown.ts';

export type SectionName = 'summary' | 'findings' | 'conclusions' | 'sources';

/** The parts of a model's report. */
export type Sections = Readonly<Record<SectionName, string>>;

const names: Readonly<Record<SectionName, RegExp>> = {
  summary:
    /^(?:executive )?summary$|^overview$|^abstract$|^(?:执行|内容|报告)?(?:摘要|概要|概述|總結摘要)$/i,
  findings:
    /^(?:key |main |major )?findings$|^results$|^(?:主要|关键|核心|關鍵|重要)?(?:发现|發現)$/i,
  conclusions:
    /^conclusions?(?: and (?:recommendations|outlook))?$|^(?:结论|結論|总结|總結)(?:与(?:建议|展望))?$/i,
  sources:
    /^(?:checked )?sources$|^references$|^bibliography$|^works cited$|^citations$|^footnotes$|^(?:信息|参考|引用|资料)?(?:来源|來源|文献|文獻|资料)$|^引用$/i,
};

const heading = /^[ \t]{0,3}(#{1,6})(.+)$/;
const boldLine = /^\*\*(.+?)\*\*[:：]?$/;

/** Lines such as `[1]: https://…` are a list of sources wherever they stand. */
const definition = /^[ \t]{0,3}\[\^?\d{1,3}\]:[ \t]*\S/;

/** Splits a report at the headings that are known in English and Chinese; other headings stay in their part, one level down. */
export function splitSections(text: string): Sections {
  const lines: Record<SectionName, string[]> = {
    summary: [],
    findings: [],
    conclusions: [],
    sources: [],
  };
  let current: SectionName = 'summary';
  let isFirst = true;
  let isInCode = false;
  for (const line of safeMarkdown(unfenced(text)).split('\n')) {
    if (/^\s*```/.test(line)) isInCode = !isInCode;
    const found = isInCode ? undefined : headingOf(line);
    const name = found && sectionOf(found.title);
    // The title of the whole report is written by us.
    const isTitle = isFirst && found?.level === 1 && name === undefined;
    if (line.trim() !== '') isFirst = false;
    if (name !== undefined) current = name;
    else if (!isInCode && definition.test(line)) lines.sources.push(line);
    else if (found !== undefined && found.level > 0 && !isTitle)
      lines[current].push(`### ${found.title}`);
    else if (!isTitle) lines[current].push(line);
  }
  const joined = (name: SectionName): string => lines[name].join('\n').trim();
  return {
    summary: joined('summary'),
    findings: joined('findings'),
    conclusions: joined('conclusions'),
    sources: joined('sources'),
  };
}

/** `level` is 0 for a line in bold, which is a heading only if it has a known name. */
function headingOf(line: string): { readonly level: number; readonly title: string } | undefined {
  const [, marks, words = ''] = heading.exec(line) ?? [];
  const title = words
    .trim()
    .replace(/#{1,20}$/, '')
    .trimEnd();
  if (marks !== undefined && title !== '') return { level: marks.length, title };
  const [, bold] = boldLine.exec(line.trim()) ?? [];
  return bold === undefined ? undefined : { level: 0, title: bold };
}

function sectionOf(title: string): SectionName | undefined {
  const plain = title
    .replace(/[*_`]/g, '')
    .replace(/^\s*(?:\d{1,2}[.)、:]|[一二三四五六七八九十]{1,2}[、.])\s*/, '')
    .replace(/[:：]\s*$/, '')
    .trim();
  const known: readonly SectionName[] = ['summary', 'findings', 'conclusions', 'sources'];
  return known.find((name) => names[name].test(plain));
}

/** A whole report in a code fence is a habit of some models. */
function unfenced(text: string): string {
  return text.trim().replace(/^```(?:markdown|md)?[ \t]*\n([\s\S]*)\n```$/i, '$1');
}

/** "Final Answer:" is a mark for the agent's loop and no part of what it says. */
export function withoutAnswerMark(text: string): string {
  return text
    .trimStart()
    .replace(
      /^(?:\*\*)?\s{0,5}(?:final answer|最终答案|最終答案|最终回答)\s*(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*/i,
      '',
    );
}
