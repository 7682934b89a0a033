import type { Language } from '@mini-agent/foundation/tool';

/** The sentences a run says itself: to the user, or to the model inside an observation. */
export interface Wording {
  readonly answerIn: string;
  readonly stepsLeft: (count: number) => string;
  readonly answerNow: string;
  readonly visibleAnswer: string;
  readonly sameCall: string;
  readonly repeatedCall: string;
  readonly cutCall: string;
  /** What is wrong with arguments that cannot be read is known in English alone. */
  readonly unreadableArguments: (problem: string) => string;
  readonly deniedCall: string;
  readonly untrustedCall: string;
  readonly repeatedEffect: string;
  readonly openEffect: string;
  readonly tooManyCalls: (tool: string) => string;
  readonly callsLeftOut: (count: number) => string;
  readonly unknownTool: (name: string, known: readonly string[]) => string;
  readonly unknownOutcome: string;
  readonly notStarted: string;
  readonly noResult: string;
  readonly noOutput: string;
  readonly omitted: (count: number, total: number) => string;
  readonly omittedRange: (count: number, total: number, call: string) => string;
  readonly rangeShown: (from: number, to: number, total: number) => string;
  readonly rangeLeft: (count: number, call: string) => string;
  readonly rangeEnd: string;
  readonly onlyKept: (count: number) => string;
  readonly badRange: (argument: string) => string;
  readonly offsetPastEnd: (handle: string, length: number, total: number) => string;
  readonly unknownHandle: (given: string, known: readonly string[]) => string;
  readonly droppedHandle: (handle: string, known: readonly string[]) => string;
  readonly leftOut: (exchanges: number, turns: number) => string;
  readonly leftOutCalls: string;
  readonly otherCalls: (counts: string) => string;
  readonly callResult: Readonly<Record<'done' | 'failed' | 'unknown', string>>;
  readonly answerCut: string;
  readonly found: string;
  readonly nothingFound: string;
  readonly stopped: Readonly<
    Record<
      'max_steps' | 'budget' | 'time' | 'loop' | 'invalid' | 'aborted' | 'denied' | 'filtered',
      string
    >
  >;
  readonly suspended: {
    readonly requested: string;
    readonly approval: (tools: string) => string;
  };
  readonly modelFailed: (reason: string) => string;
  readonly emptyReplies: string;
  readonly hookFailed: (reason: string) => string;
  readonly notSaved: (reason: string) => string;
}

const english: Wording = {
  answerIn: 'Answer in English.',
  stepsLeft: (count) => `${count} steps left; finish with what you have.`,
  answerNow: 'No more tool calls are possible. Give your final answer now, from what you have.',
  visibleAnswer: 'The last reply had no visible text. Give your answer as text, or call a tool.',
  sameCall: 'Same call, same result as before:',
  repeatedCall:
    'This call was made before with the same result and was not repeated. Use that result, change the arguments, or answer.',
  cutCall:
    'The reply was cut off before the call was complete, so it was not run. Send it again, whole and shorter.',
  unreadableArguments: (problem) => problem,
  deniedCall:
    'This call was not approved and did not run. Do not try it again and do not do the same by another tool or other arguments; go on without it, or say in your answer what was not done.',
  untrustedCall:
    'This call did not run: the conversation holds text from a source that is not trusted, so calls that change something need an approval, and nobody can give it here. Do not try it again and do not do the same by another tool or other arguments; go on without it, or say in your answer what was not done.',
  repeatedEffect:
    'This call did not run: the same call was already made in this run, and making it again could do the same thing twice. Use the result of the first one, and do not send the call again; if it is wanted more than once, say so in your answer.',
  openEffect:
    'This call did not run: the same call was made before in this run, and whether it took effect is not known. Find that out with another call first; if that is not possible, say in your answer that it is not known.',
  tooManyCalls: (tool) => `The limit of calls of ${tool} is reached; this one did not run.`,
  callsLeftOut: (count) => `${count} more calls of that reply did not run: too many at once.`,
  unknownTool: (name, known) => `There is no tool "${name}". Known tools: ${known.join(', ')}.`,
  unknownOutcome:
    'The run was interrupted while this call was going on: whether it took effect is not known. Verify before you repeat it.',
  notStarted: 'The run was stopped before this call began; nothing was done.',
  noResult: 'The tool ended without a readable result.',
  noOutput: '(no output)',
  omitted: (count, total) => `… ${count} of ${total} characters omitted; ask for a range …`,
  omittedRange: (count, total, call) =>
    `… ${count} of ${total} characters omitted; ask for a range: ${call} …`,
  rangeShown: (from, to, total) => `characters ${from} to ${to} of ${total}`,
  rangeLeft: (count, call) => `${count} left: ${call}`,
  rangeEnd: 'this is the end',
  onlyKept: (count) => `only the first ${count} are kept`,
  badRange: (argument) =>
    `${argument} does not fit. Allowed are handle (as in the mark of the cut text, such as "r1"), offset (a whole number from 0) and length (a whole number from 1).`,
  offsetPastEnd: (handle, length, total) =>
    length === total
      ? `offset is behind the end: ${handle} has ${length} characters, counted from 0.`
      : `offset is behind what is kept: of the ${total} characters of ${handle} only the first ${length} are kept. Call the tool itself again for the rest, with narrower arguments.`,
  unknownHandle: (given, known) =>
    known.length === 0
      ? `There is no handle ${given}: no cut result is kept. Call the tool itself again, with narrower arguments.`
      : `There is no handle ${given}. Known handles: ${known.join(', ')}; the mark in a cut text names its own.`,
  droppedHandle: (handle, known) =>
    `The full text of ${handle} is not kept any more: only the newest are. Call the tool itself again, with narrower arguments, or use what you have.${known.length === 0 ? '' : ` Still kept: ${known.join(', ')}.`}`,
  leftOut: (exchanges, turns) =>
    `To save space, earlier parts are not shown any more (${[exchanges > 0 ? `${exchanges} exchanges of this conversation` : '', turns > 0 ? `${turns} turns of this task` : ''].filter(Boolean).join(', ')}).`,
  leftOutCalls:
    'These calls were made in them. They have taken effect; do not make those again that change something:',
  otherCalls: (counts) => `further calls: ${counts}`,
  callResult: { done: 'done', failed: 'failed', unknown: 'outcome unknown' },
  answerCut: '(The answer was cut off here: the model reached its length limit.)',
  found: 'Found so far:',
  nothingFound: 'Nothing was found so far.',
  stopped: {
    max_steps: 'The step limit was reached before there was a final answer.',
    budget: 'The budget of this run was used up before there was a final answer.',
    time: 'The time limit of this run was reached before there was a final answer.',
    loop: 'The run went round in circles and was stopped.',
    invalid: 'The model kept making calls that are not valid, so the run was stopped.',
    aborted: 'The run was cancelled.',
    denied: 'The run was stopped because the request was declined.',
    filtered: 'The model provider withheld the answer (content filter).',
  },
  suspended: {
    requested: 'The run was put aside before there was a final answer; it can be resumed.',
    approval: (tools) =>
      `The run waits for an approval and goes on after it. To be decided: ${tools}.`,
  },
  modelFailed: (reason) => `The model could not answer: ${reason}`,
  emptyReplies: 'its replies were empty.',
  hookFailed: (reason) => `A hook failed, so the run was stopped: ${reason}`,
  notSaved: (reason) => `The state of the run could not be saved, so it was stopped: ${reason}`,
};

const chinese: Wording = {
  answerIn: '请用中文回答。',
  stepsLeft: (count) => `还剩 ${count} 步，请用已有的信息完成。`,
  answerNow: '不能再调用工具了。请根据已有的信息直接给出最终答案。',
  visibleAnswer: '上一条回复没有可见文字。请用文字给出答案，或者调用工具。',
  sameCall: '与之前的调用相同，结果也相同：',
  repeatedCall:
    '这个调用之前做过，结果相同，因此没有重复执行。请使用那个结果、更换参数，或者直接回答。',
  cutCall: '回复在调用写完之前被截断，因此没有执行。请缩短后完整地再发一次。',
  unreadableArguments: (problem) =>
    `参数不是完整的 JSON 对象，因此没有执行。请改正后再发一次。（${problem}）`,
  deniedCall:
    '这个调用没有得到批准，没有执行。请不要再次尝试，也不要用其他工具或其他参数做同样的事；请跳过它继续，或者在答案中说明哪些没有做。',
  untrustedCall:
    '这个调用没有执行：对话中有来自不可信来源的文字，因此会改变内容的调用需要批准，而这里没有人可以批准。请不要再次尝试，也不要用其他工具或其他参数做同样的事；请跳过它继续，或者在答案中说明哪些没有做。',
  repeatedEffect:
    '这个调用没有执行：本次运行中已经做过相同的调用，再做一次可能会使同一件事发生两次。请使用第一次的结果，不要再发送这个调用；如果确实需要做多次，请在答案中说明。',
  openEffect:
    '这个调用没有执行：本次运行中做过相同的调用，但无法确定它是否已生效。请先用其他调用查明；如果查不明，请在答案中说明尚不确定。',
  tooManyCalls: (tool) => `${tool} 的调用次数已达上限，这次没有执行。`,
  callsLeftOut: (count) => `那条回复中另有 ${count} 个调用没有执行：一次调用太多。`,
  unknownTool: (name, known) => `没有名为“${name}”的工具。可用工具：${known.join('、')}。`,
  unknownOutcome: '运行在这个调用进行时中断，无法确定它是否已生效。重复之前请先核实。',
  notStarted: '运行在这个调用开始之前已停止，什么都没有执行。',
  noResult: '工具结束时没有可读的结果。',
  noOutput: '（没有输出）',
  omitted: (count, total) => `…… 省略了 ${count} 个字符（共 ${total} 个），可按范围再取 ……`,
  omittedRange: (count, total, call) =>
    `…… 省略了 ${count} 个字符（共 ${total} 个），可按范围再取：${call} ……`,
  rangeShown: (from, to, total) => `第 ${from} 到 ${to} 个字符，共 ${total} 个`,
  rangeLeft: (count, call) => `还剩 ${count} 个：${call}`,
  rangeEnd: '已到末尾',
  onlyKept: (count) => `只保留了前 ${count} 个`,
  badRange: (argument) =>
    `${argument} 不符合要求。可用的参数：handle（截断文本标记中的句柄，例如 "r1"）、offset（从 0 开始的整数）和 length（从 1 开始的整数）。`,
  offsetPastEnd: (handle, length, total) =>
    length === total
      ? `offset 超出末尾：${handle} 共有 ${length} 个字符，从 0 开始计数。`
      : `offset 超出保留的部分：${handle} 共 ${total} 个字符，只保留了前 ${length} 个。其余部分请用更小的范围重新调用原来的工具。`,
  unknownHandle: (given, known) =>
    known.length === 0
      ? `没有句柄 ${given}：目前没有保留任何被截断的结果。请用更小的范围重新调用原来的工具。`
      : `没有句柄 ${given}。可用的句柄：${known.join('、')}；截断文本的标记中写有它自己的句柄。`,
  droppedHandle: (handle, known) =>
    `${handle} 的全文已不再保留，只保留最新的结果。请用更小的范围重新调用原来的工具，或者使用已有的信息。${known.length === 0 ? '' : `仍保留：${known.join('、')}。`}`,
  leftOut: (exchanges, turns) =>
    `为节省空间，较早的部分不再显示（${[exchanges > 0 ? `本次对话的 ${exchanges} 轮` : '', turns > 0 ? `本任务的 ${turns} 步` : ''].filter(Boolean).join('，')}）。`,
  leftOutCalls: '其中做过以下调用。它们已经生效；会改变内容的调用不要再做：',
  otherCalls: (counts) => `其他调用：${counts}`,
  callResult: { done: '已完成', failed: '失败', unknown: '结果未知' },
  answerCut: '（答案到此被截断：模型达到了长度上限。）',
  found: '目前已得到的结果：',
  nothingFound: '目前还没有得到任何结果。',
  stopped: {
    max_steps: '已达到步数上限，还没有得出最终答案。',
    budget: '本次运行的预算已用完，还没有得出最终答案。',
    time: '本次运行的时间已用完，还没有得出最终答案。',
    loop: '运行陷入循环，已停止。',
    invalid: '模型一直发出无效的调用，运行已停止。',
    aborted: '运行已取消。',
    denied: '请求被拒绝，运行已停止。',
    filtered: '模型服务商拦截了答案（内容过滤）。',
  },
  suspended: {
    requested: '运行在得出最终答案之前已暂时搁置，可以恢复。',
    approval: (tools) => `运行正在等待批准，批准后会继续。待决定：${tools}。`,
  },
  modelFailed: (reason) => `模型无法回答：${reason}`,
  emptyReplies: '它的回复是空的。',
  hookFailed: (reason) => `钩子出错，运行已停止：${reason}`,
  notSaved: (reason) => `无法保存运行状态，运行已停止：${reason}`,
};

const japanese: Wording = { ...english, answerIn: '日本語で答えてください。' };
const korean: Wording = { ...english, answerIn: '한국어로 답하세요.' };

/** Chinese for Chinese; English for the rest, whose models are told to answer in the task's language. */
export function wordingFor(language: Language): Wording {
  if (language === 'zh') return chinese;
  if (language === 'ja') return japanese;
  return language === 'ko' ? korean : english;
}
