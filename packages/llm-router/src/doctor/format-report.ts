import type { BudgetLimits, Price } from '../budget/types.ts';
import { findingTexts } from './finding-texts.ts';
import type { DoctorReport, KeyState, ProfileReason, ProviderReport } from './report.ts';

type Words = Readonly<Record<keyof typeof english, string>> & {
  readonly keyStates: Readonly<Record<KeyState, string>>;
};

const english = {
  none: 'No model endpoint is configured.',
  allGood: 'No faults found.',
  faults: 'There are faults; the lines marked ✗ say how to mend them.',
  problems: 'Configuration, cannot work:',
  warnings: 'Configuration, should be put right:',
  model: 'Model',
  listed: 'listed by the endpoint',
  notListed: 'not listed by the endpoint',
  noList: 'whether the endpoint knows it shows in the first call',
  profile: 'Profile',
  byName: 'named in the configuration',
  byHost: 'chosen by host and model',
  byNothing: 'no profile fits the host, so it is learned from answers',
  own: 'own settings',
  key: 'Key',
  from: 'from',
  reachable: 'Reachable',
  yes: 'yes',
  no: 'no',
  price: 'Price',
  input: 'input',
  cached: 'cached input',
  output: 'output',
  perMillion: 'USD per million tokens',
  noPrice: 'not known',
  budget: 'Budget of a run',
  noBudget: 'no limits',
};

const words: Readonly<Record<'en' | 'zh', Words>> = {
  en: {
    ...english,
    keyStates: {
      accepted: 'present, accepted',
      refused: 'present, refused',
      unproven: 'present; whether it is accepted shows in the first call',
      none: 'none',
    },
  },
  zh: {
    none: '未配置模型服务。',
    allGood: '未发现故障。',
    faults: '存在故障，标有 ✗ 的行说明了修复方法。',
    problems: '配置有误，无法使用：',
    warnings: '配置需要改进：',
    model: '模型',
    listed: '服务端已列出',
    notListed: '服务端未列出',
    noList: '服务端是否支持，首次调用时可知',
    profile: '适配档案',
    byName: '由配置指定',
    byHost: '按主机和模型选择',
    byNothing: '没有匹配的档案，将根据应答自动学习',
    own: '自定义设置',
    key: '密钥',
    from: '来自',
    reachable: '可连接',
    yes: '是',
    no: '否',
    price: '价格',
    input: '输入',
    cached: '缓存输入',
    output: '输出',
    perMillion: '美元/百万 token',
    noPrice: '未知',
    budget: '单次运行预算',
    noBudget: '无限制',
    keyStates: {
      accepted: '已填写，有效',
      refused: '已填写，被拒绝',
      unproven: '已填写，是否有效首次调用时可知',
      none: '无',
    },
  },
};

/** A report for people: a block for each endpoint, ✗ before what fails and ! before what should be put right, each with its mend. */
export function formatDoctorReport(report: DoctorReport, language: 'en' | 'zh'): string {
  const word = words[language];
  const section = (title: string, mark: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${mark} ${line}`), ''];
  return [
    ...section(word.problems, '✗', report.problems),
    ...section(word.warnings, '!', report.warnings),
    ...(report.providers.length === 0 && report.problems.length === 0 ? [word.none, ''] : []),
    ...report.providers.flatMap((provider) => [...providerLines(provider, language), '']),
    `${word.budget}: ${budgetText(report.budget, word)}`,
    report.ok ? word.allGood : word.faults,
  ].join('\n');
}

function providerLines(report: ProviderReport, language: 'en' | 'zh'): readonly string[] {
  const word = words[language];
  const isFaulty = report.findings.some(({ level }) => level === 'fault');
  const known = { true: word.listed, false: word.notListed }[String(report.modelListed)];
  const source = report.keyVariable === undefined ? '' : ` (${word.from} ${report.keyVariable})`;
  const facts = [
    [word.reachable, report.reachable ? word.yes : word.no],
    [word.key, `${word.keyStates[report.key]}${source}`],
    [word.model, `${report.model} (${known ?? word.noList})`],
    [word.profile, profileText(report.profile, word)],
    [word.price, priceText(report.price, word)],
  ];
  return [
    `${isFaulty ? '✗' : '✓'} ${report.provider}  ${report.url}`,
    ...facts.map(([name, value]) => `    ${name ?? ''}: ${value ?? ''}`),
    ...report.findings.map(
      (finding) =>
        `  ${finding.level === 'fault' ? '✗' : '!'} ${findingTexts[finding.code][language](finding)}`,
    ),
  ];
}

function profileText({ names, by, settings }: ProfileReason, word: Words): string {
  const reason = { name: word.byName, host: word.byHost, nothing: word.byNothing }[by];
  const own = settings.length === 0 ? '' : ` + ${word.own}: ${settings.join(', ')}`;
  return `${names.join(' + ')} (${reason})${own}`;
}

function priceText(price: Price | undefined, word: Words): string {
  if (price === undefined) return word.noPrice;
  const cached = price.cachedInput === undefined ? '' : `, ${word.cached} ${price.cachedInput}`;
  return `${word.input} ${price.input}${cached}, ${word.output} ${price.output} ${word.perMillion}`;
}

function budgetText(budget: BudgetLimits | undefined, word: Words): string {
  const limits = Object.entries(budget ?? {}).map(
    ([name, limit]) => `${name} ${typeof limit === 'number' ? limit : JSON.stringify(limit)}`,
  );
  return limits.length === 0 ? word.noBudget : limits.join(', ');
}
