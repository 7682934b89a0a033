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
  unreadable: '无法读取',
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
  totalTimeout: (name, ms) => `${name} 总共超过 ${ms} 毫秒，已停止。`,
  totalTimeoutStillRunning: (name, ms) => `${name} 总共超过 ${ms} 毫秒，已要求停止，但仍在运行。`,
  totalTimeoutInQueue: (name, ms) => `${name} 总共有 ${ms} 毫秒，在等到空位之前已用完，没有开始。`,
  noTimeLeft: (message, ms) => `${message} 本次调用的 ${ms} 毫秒已不够再试一次。`,
  resting: (name, { host, failures, seconds }) =>
    `${host === '' ? name : `${name}（${host}）`} 没有开始：${
      failures > 0 ? `已连续失败 ${failures} 次` : '对方服务要求等待'
    }。${seconds} 秒后会再试，在此之前请改用其他办法。`,
  cutResult: (kept, all) => `…［已截断：共 ${all} 个字符，只保留前 ${kept} 个］`,
  dataLeftOut: '［数据已省略：过大或不是 JSON］',
  otherArguments: (name) => `${name} 没有执行：它的幂等键已用于其他参数。新的调用请使用新的键。`,
  badKey: '幂等键必须是 1 到 1000 个字符的文本。',
  leftJoined: (name) =>
    `已取消。本次调用只是在等待另一个使用相同幂等键的 ${name} 调用，后者继续进行。`,
  leftJoinedActing: (name) =>
    `已取消，但另一个使用相同幂等键的 ${name} 调用仍在进行，结果尚不清楚。${doNotRepeat}`,
  joinedTimeout: (name, ms) =>
    `另一个使用相同幂等键的 ${name} 调用在 ${ms} 毫秒内没有结束，仍在进行。`,
  noSuchCall: (callId) => `历史记录中没有调用“${callId}”。`,
  argumentsGone: (callId) => `无法重放调用“${callId}”：它的完整参数已不再保留。`,
  notReplayable: (name) => `不能重放 ${name}：它既不是只读也不是幂等的，可能会再次产生作用。`,
};
