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
  readonly unknownOutcome: string;
  readonly interrupted: string;
  readonly found: string;
  readonly nothingFound: string;
  readonly stopped: Readonly<
    Record<
      'max_steps' | 'budget' | 'time' | 'loop' | 'invalid' | 'aborted' | 'denied' | 'filtered',
      string
    >
  >;
  readonly modelFailed: (reason: string) => string;
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
    'The reply was cut off before the call was complete, so it was not run. Make it shorter and send it whole.',
  deniedCall: 'This call was not approved and did not run.',
  tooManyCalls: (tool) => `The limit of calls of ${tool} is reached; it did not run.`,
  unknownOutcome:
    'The run was interrupted while this call was going on: whether it took effect is not known. Verify before you repeat it.',
  interrupted: 'The call was stopped before it finished.',
  found: 'Found so far:',
  nothingFound: 'Nothing was found so far.',
  stopped: {
    max_steps: 'The step limit was reached before there was a final answer.',
    budget: 'The budget of this run was used up before there was a final answer.',
    time: 'The time limit of this run was reached before there was a final answer.',
    loop: 'The run went round in circles and was stopped.',
    invalid: 'The model kept making calls that are not valid, so the run was stopped.',
    aborted: 'The run was cancelled.',
    denied: 'The run was stopped because it was declined.',
    filtered: 'The model provider withheld the answer (content filter).',
  },
  modelFailed: (reason) => `The model could not answer: ${reason}`,
};

const chinese: Wording = {
  answerIn: '请用中文回答。',
  stepsLeft: (count) => `还剩 ${count} 步，请用已有的信息完成。`,
  answerNow: '不能再调用工具了。请根据已有的信息直接给出最终答案。',
  visibleAnswer: '上一条回复没有可见文字。请用文字给出答案，或者调用工具。',
  sameCall: '相同的调用，结果与之前相同：',
  repeatedCall:
    '这个调用之前做过，结果相同，因此没有重复执行。请使用那个结果、更换参数，或者直接回答。',
  cutCall: '回复在调用写完之前被截断，因此没有执行。请写短一些，完整地再发一次。',
  deniedCall: '这个调用没有得到批准，没有执行。',
  tooManyCalls: (tool) => `${tool} 的调用次数已到上限，没有执行。`,
  unknownOutcome: '运行在这个调用进行时中断，无法确定它是否已生效。重复之前请先核实。',
  interrupted: '这个调用在完成之前被停止。',
  found: '目前找到的内容：',
  nothingFound: '目前没有找到任何内容。',
  stopped: {
    max_steps: '在得出最终答案之前已达到步数上限。',
    budget: '在得出最终答案之前，本次运行的预算已用完。',
    time: '在得出最终答案之前，本次运行的时间已到。',
    loop: '运行陷入循环，已停止。',
    invalid: '模型一直发出无效的调用，运行已停止。',
    aborted: '运行已取消。',
    denied: '请求被拒绝，运行已停止。',
    filtered: '模型服务商拦截了答案（内容过滤）。',
  },
  modelFailed: (reason) => `模型无法回答：${reason}`,
};

/** Chinese for Chinese; English for the rest, whose models are told to answer in the task's language. */
export function wordingFor(language: Language): Wording {
  if (language === 'zh') return chinese;
  if (language === 'ja') return { ...english, answerIn: '日本語で答えてください。' };
  if (language === 'ko') return { ...english, answerIn: '한국어로 답하세요.' };
  return english;
}
