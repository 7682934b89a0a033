import type { GateTexts, ManagerTexts, SchemaTexts } from './manager-texts.ts';

const schema: SchemaTexts = {
  missing: '必填',
  unknownKey: (similar) => (similar === undefined ? '未知参数' : `未知参数，是否指“${similar}”？`),
  wrongType: (wanted, given) => `类型应为 ${wanted.join(' 或 ')}，而不是 ${given}`,
  notAllowed: (allowed) => `只能是 ${allowed.join('、')}`,
  tooSmall: (limit) => `不能小于 ${limit}`,
  tooLarge: (limit) => `不能大于 ${limit}`,
  notAbove: (limit) => `必须大于 ${limit}`,
  notBelow: (limit) => `必须小于 ${limit}`,
  notMultiple: (step) => `必须是 ${step} 的倍数`,
  tooShort: (limit) => `至少 ${limit} 个字符`,
  tooLong: (limit) => `最多 ${limit} 个字符`,
  wrongPattern: (pattern) => `必须匹配 ${pattern}`,
  tooFewItems: (limit) => `至少 ${limit} 项`,
  tooManyItems: (limit) => `最多 ${limit} 项`,
  repeatedItems: '不能有重复项',
  nothingContained: '缺少符合要求的项',
  tooFewKeys: (limit) => `至少 ${limit} 个属性`,
  tooManyKeys: (limit) => `最多 ${limit} 个属性`,
  neededBeside: (other) => `有“${other}”时必填`,
  noForm: (count) => `不符合 ${count} 种允许形式中的任何一种`,
  severalForms: '同时符合多种形式，只能符合一种',
  forbidden: '不允许',
  tooComplex: '过大或嵌套过深，无法检查',
};

const gate: GateTexts = {
  longText: (length, limit) => `有 ${length} 个字符，最多允许 ${limit} 个`,
  deep: (limit) => `嵌套超过 ${limit} 层`,
  large: (limit) => `总长度超过 ${limit} 个字符`,
  reservedKey: (key) => `不能有名为“${key}”的属性`,
  notJson: (type) => `不是 JSON 值（${type}）`,
};

const doNotRepeat = '再次调用之前，请先核实它做了什么。';

export const chinese: ManagerTexts = {
  schema,
  gate,
  arguments: '参数',
  invalidArguments: (problems) => `参数无效：${problems}`,
  more: (count) => `另有 ${count} 处`,
  unreadableArguments: (problem, required) =>
    `参数不是 JSON 对象：${problem}。${required.length > 0 ? `必填：${required.join('、')}。` : ''}`,
  cutArguments: '调用在参数完整之前被截断，因此没有执行。',
  unknownTool: (name, similar) => `没有名为“${name}”的工具。是否指 ${similar.join(' 或 ')}？`,
  noSimilarTool: (name, known) => `没有名为“${name}”的工具。可用工具：${known.join('、')}。`,
  noTools: (name) => `没有名为“${name}”的工具，也没有其他工具。`,
  notStarted: (name) => `${name} 在开始之前已取消，什么都没有发生。`,
  interrupted: (name) => `${name} 已取消并结束。`,
  interruptedAfterActing: (name) =>
    `${name} 已取消并结束，但之前可能已经执行了操作。${doNotRepeat}`,
  stillRunning: (name) => `已要求 ${name} 停止，但它仍在运行，并未取消，结果未知。${doNotRepeat}`,
  timeout: (name, ms) => `${name} 超过 ${ms} 毫秒，已停止。`,
  timeoutStillRunning: (name, ms) => `${name} 超过 ${ms} 毫秒，已要求停止，但仍在运行。`,
  outcomeUnknown: (name, reason) => `不能确定 ${name} 是否已经执行：${reason}${doNotRepeat}`,
  queueTimeout: (name, ms) => `${name} 等待空位 ${ms} 毫秒，没有开始。`,
  failed: (name, reason) => `${name} 失败：${reason}`,
  noReason: '没有给出原因',
  noResult: (name) => `${name} 结束时没有可读的结果。`,
  tried: (message, tries) => `${message}（已尝试 ${tries} 次）`,
  waitLonger: (message, seconds) => `${message} 对方要求等待 ${seconds} 秒。`,
};
