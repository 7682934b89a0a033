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
  readonly deniedCall: string;
  readonly tooManyCalls: (tool: string) => string;
  readonly callsLeftOut: (count: number) => string;
  readonly unknownTool: (name: string, known: readonly string[]) => string;
  readonly unknownOutcome: string;
  readonly notStarted: string;
  readonly noResult: string;
  readonly noOutput: string;
  readonly omitted: (count: number, total: number) => string;
  readonly answerCut: string;
  readonly found: string;
  readonly nothingFound: string;
  readonly stopped: Readonly<
    Record<
      'max_steps' | 'budget' | 'time' | 'loop' | 'invalid' | 'aborted' | 'denied' | 'filtered',
      string
    >
  >;
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
  deniedCall: 'This call was not approved and did not run.',
  tooManyCalls: (tool) => `The limit of calls of ${tool} is reached; this one did not run.`,
  callsLeftOut: (count) => `${count} more calls of that reply did not run: too many at once.`,
  unknownTool: (name, known) => `There is no tool "${name}". Known tools: ${known.join(', ')}.`,
  unknownOutcome:
    'The run was interrupted while this call was going on: whether it took effect is not known. Verify before you repeat it.',
  notStarted: 'The run was stopped before this call began; nothing was done.',
  noResult: 'The tool ended without a readable result.',
  noOutput: '(no output)',
  omitted: (count, total) => `… ${count} of ${total} characters omitted; ask for a range …`,
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
  deniedCall: '这个调用没有得到批准，没有执行。',
  tooManyCalls: (tool) => `${tool} 的调用次数已达上限，这次没有执行。`,
  callsLeftOut: (count) => `那条回复中另有 ${count} 个调用没有执行：一次调用太多。`,
  unknownTool: (name, known) => `没有名为“${name}”的工具。可用工具：${known.join('、')}。`,
  unknownOutcome: '运行在这个调用进行时中断，无法确定它是否已生效。重复之前请先核实。',
  notStarted: '运行在这个调用开始之前已停止，什么都没有执行。',
  noResult: '工具结束时没有可读的结果。',
  noOutput: '（没有输出）',
  omitted: (count, total) => `…… 省略了 ${count} 个字符（共 ${total} 个），可按范围再取 ……`,
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
