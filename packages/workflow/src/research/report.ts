import type { Language } from '@mini-agent/foundation/tool';
import { unsupportedNumbers } from './number-check.ts';
import { checkCitations, numbersByList, numbersByPrompt } from './citations.ts';
import { splitSections, withoutAnswerMark } from './report-sections.ts';
import type { Sections } from './report-sections.ts';
import { safeMarkdown } from './safe-markdown.ts';
import { researchTexts } from './research-texts.ts';
import type { ResearchTexts } from './research-texts.ts';
import type { CitationChecks, ResearchSource } from './research.ts';
import type { Retrieval } from './retrieve.ts';
import type { RetrievedSource, SourceBook } from './source-book.ts';

export interface Report {
  readonly markdown: string;
  readonly sources: readonly ResearchSource[];
  readonly checks: CitationChecks;
}

export interface ReportInput {
  readonly question: string;
  readonly language: Language;
  readonly book: SourceBook;
  /** Set when the model's text reached its limit. */
  readonly isCut?: boolean;
}

/** Makes the report of a model's text: known parts in a fixed order, every citation checked, and only the sources it uses. */
export function reportOf(text: string, input: ReportInput): Report {
  const sections = filled(splitSections(withoutAnswerMark(text)), researchTexts(input.language));
  const byList = numbersByList(sections.sources, input.book);
  return assemble(sections, input, byList ?? numbersByPrompt(input.book));
}

/** A report without a model: the passages that were found, with their sources. */
export function reportOfPassages(
  retrievals: readonly Retrieval[],
  input: ReportInput,
  reason: string,
): Report {
  const texts = researchTexts(input.language);
  const findings = retrievals.flatMap(({ question, sources, note }) => [
    `### ${oneLine(question)}`,
    ...(note === undefined ? [] : [safeMarkdown(note)]),
    ...sources.map(
      (source) => `- ${excerpt(source.title)}: ${excerpt(source.text)} [${source.id}]`,
    ),
  ]);
  const sections = {
    summary: texts.notWritten(reason),
    findings: findings.join('\n'),
    conclusions: texts.noConclusions,
    sources: '',
  };
  return assemble(sections, input, numbersByPrompt(input.book));
}

/** A report that says that nothing was found, and names no source. */
export function reportOfNothing(
  question: string,
  searched: readonly string[],
  language: Language,
): Report {
  const texts = researchTexts(language);
  const list = searched.map((entry) => `- ${oneLine(entry)}`).join('\n');
  return {
    markdown: `${[
      `# ${oneLine(question)}`,
      `## ${texts.headings.summary}`,
      texts.nothingFound,
      `## ${texts.headings.findings}`,
      `${texts.searched}\n${list}`,
      `## ${texts.headings.conclusions}`,
      texts.noConclusions,
    ].join('\n\n')}\n`,
    sources: [],
    checks: { kept: 0, removed: 0, unused: 0 },
  };
}

/** What comes before the first known heading, or without any, is split: its first paragraph sums up, the rest are findings. */
function filled(sections: Sections, texts: ResearchTexts): Sections {
  const { conclusions, sources } = sections;
  let { summary, findings } = sections;
  if (findings === '') {
    const [first = '', ...rest] = summary.split(/\n[^\S\n]*\n/);
    summary = first;
    findings = rest.join('\n\n');
  }
  return {
    summary: summary === '' ? texts.noSummary : summary,
    findings: findings === '' ? texts.noFindings : findings,
    conclusions: conclusions === '' ? texts.noConclusions : conclusions,
    sources,
  };
}

function assemble(
  sections: Sections,
  input: ReportInput,
  numbered: (number: number) => RetrievedSource | undefined,
): Report {
  const { book, question, language } = input;
  const texts = researchTexts(language);
  const parts = [sections.summary, sections.findings, sections.conclusions];
  const checked = checkCitations(parts, book, numbered);
  const [summary = '', findings = '', conclusions = ''] = checked.texts;
  const unused = book.all().length - checked.used.length;
  const numbers = unsupportedNumbers(checked.texts, checked.used);
  const checks = {
    kept: checked.kept,
    removed: checked.removed,
    unused,
    ...(numbers.length === 0 ? {} : { unsupportedNumbers: numbers }),
  };
  const list = checked.used.map(
    (source, index) => `[${index + 1}] ${source.title} — ${source.url}`,
  );
  const markdown = [
    `# ${oneLine(question)}`,
    ...(input.isCut === true ? [`> ${texts.cut}`] : []),
    `## ${texts.headings.summary}`,
    summary,
    `## ${texts.headings.findings}`,
    findings,
    `## ${texts.headings.conclusions}`,
    conclusions,
    `## ${texts.headings.sources}`,
    // Two blanks at the end of a line keep it a line of its own in Markdown.
    list.length === 0 ? texts.noSources : list.join('  \n'),
    ...notes(checks, list.length, texts),
  ].join('\n\n');
  return {
    markdown: `${markdown}\n`,
    sources: checked.used.map((source, index) => listed(source, index + 1)),
    checks,
  };
}

function notes(checks: CitationChecks, used: number, texts: ResearchTexts): readonly string[] {
  return [
    ...(checks.removed > 0 ? [texts.removed(checks.removed)] : []),
    ...(used === 0 ? [texts.uncited(checks.unused)] : []),
    ...(used > 0 && checks.unused > 0 ? [texts.unused(checks.unused)] : []),
    ...(checks.unsupportedNumbers === undefined
      ? []
      : [texts.unsupported(checks.unsupportedNumbers.join(', '))]),
  ];
}

function listed(source: RetrievedSource, id: number): ResearchSource {
  const { title, url, publishedAt } = source;
  return { id, title, url, ...(publishedAt === undefined ? {} : { publishedAt }) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const excerptLength = 300;

/** The beginning of a page as plain words: its own marks and addresses are not ours. */
function excerpt(text: string): string {
  const plain = oneLine(
    text.replace(/[[\]［］【】<>`#*_|]/g, ' ').replace(/(?:https?:\/\/|www\.)\S+/gi, ' '),
  );
  return plain.length <= excerptLength ? plain : `${plain.slice(0, excerptLength)}…`;
}
