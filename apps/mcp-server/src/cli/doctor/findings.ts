import type { DoctorReport } from '@mini-agent/llm-router';
import type { FileFault } from '../../config/file-fault.ts';
import { pick, type Pair } from '../../messages.ts';

export type FindingLevel = 'ok' | 'note' | 'warning' | 'fault';

export type FindingArea =
  'node' | 'settings' | 'models' | 'modes' | 'stores' | 'search' | 'http' | 'path';

/** One thing that was found, in both languages. */
export interface DoctorFinding {
  readonly area: FindingArea;
  /** A fault: something that is configured cannot work. A warning: something should be put right. */
  readonly level: FindingLevel;
  readonly text: Pair;
  /** What to do about it; there for each warning and fault, unless the text says it. */
  readonly mend?: Pair;
}

/** What `doctor` found out. */
export interface DoctorResult {
  readonly version: string;
  readonly findings: readonly DoctorFinding[];
  /** What was found out about the model endpoints. */
  readonly models: DoctorReport;
}

export function same(text: string): Pair {
  return { en: text, zh: text };
}

/** A file that is configured, or that should hold something, and cannot be used. */
export function faultFinding(area: FindingArea, { path, what, mend }: FileFault): DoctorFinding {
  const text = { en: `${path} ${what.en}`, zh: `${path} ${what.zh}` };
  return { area, level: 'fault', text, mend };
}

export function isHealthy({ findings, models }: DoctorResult): boolean {
  return models.ok && findings.every(({ level }) => level !== 'fault');
}

const marks: Readonly<Record<FindingLevel, string>> = {
  ok: '✓',
  note: '·',
  warning: '!',
  fault: '✗',
};

const titles: Readonly<Record<FindingArea, Pair>> = {
  node: { en: 'Node.js', zh: 'Node.js' },
  settings: { en: 'Settings', zh: '设置' },
  models: { en: 'Model endpoints', zh: '模型服务' },
  modes: { en: 'Modes', zh: '模式' },
  stores: { en: 'Stores', zh: '存储' },
  search: { en: 'Search', zh: '搜索' },
  http: { en: 'HTTP server (--http)', zh: 'HTTP 服务（--http）' },
  path: { en: 'Starting from a client', zh: '从客户端启动' },
};

const areas: readonly FindingArea[] = [
  'node',
  'settings',
  'models',
  'modes',
  'stores',
  'search',
  'http',
  'path',
];

export interface FormatOptions {
  readonly language: 'en' | 'zh';
  /** The text of the endpoints' own report. */
  readonly models: string;
}

/** The report for people: a block for each area, with a mark before each line and the mend below it. */
export function formatDoctor(result: DoctorResult, { language, models }: FormatOptions): string {
  const blocks = areas.map((area) => {
    const lines = result.findings
      .filter((finding) => finding.area === area)
      .flatMap((finding) => findingLines(finding, language));
    const own = area === 'models' ? models.split('\n').map((line) => `  ${line}`.trimEnd()) : [];
    if (lines.length === 0 && own.length === 0) return '';
    return [pick(language, titles[area]), ...lines, ...own].join('\n');
  });
  const end = isHealthy(result)
    ? { en: 'Everything that is configured can work.', zh: '已配置的各项均可正常工作。' }
    : {
        en: 'Something that is configured cannot work: see the lines marked ✗.',
        zh: '有已配置的项目无法工作：请查看标有 ✗ 的行。',
      };
  const version = `mini-agent-mcp ${result.version}`;
  return [version, ...blocks.filter((block) => block !== ''), pick(language, end)].join('\n\n');
}

function findingLines(
  { level, text, mend }: DoctorFinding,
  language: 'en' | 'zh',
): readonly string[] {
  const first = `  ${marks[level]} ${pick(language, text)}`;
  return mend === undefined ? [first] : [first, `    → ${pick(language, mend)}`];
}

/** The report for programs; texts in one language, as they would be printed. */
export function doctorJson(result: DoctorResult, language: 'en' | 'zh'): object {
  return {
    ok: isHealthy(result),
    version: result.version,
    findings: result.findings.map(({ area, level, text, mend }) => ({
      area,
      level,
      text: pick(language, text),
      ...(mend === undefined ? {} : { mend: pick(language, mend) }),
    })),
    models: result.models,
  };
}
