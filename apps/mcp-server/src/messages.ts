import type { Language } from '@mini-agent/foundation/tool';
import type { Outcome } from '@mini-agent/react-agent';

export interface Pair {
  readonly en: string;
  readonly zh: string;
}

/** Every text of the app is written in English and Chinese; other languages read the English one. */
export function pick(language: Language, pair: Pair): string {
  return language === 'zh' ? pair.zh : pair.en;
}

function call(fields: Readonly<Record<string, string | number | boolean>>): string {
  return `run_agent ${JSON.stringify(fields)}`;
}

export function units(count: number): string {
  return count.toLocaleString('en-US');
}

export function busyMessage(language: Language, runId: string): string {
  return pick(language, {
    en: `${runId} is still running. Wait for it with ${call({ run_id: runId })}, or stop it with ${call({ run_id: runId, cancel: true })}; then continue it with a task.`,
    zh: `${runId} 仍在运行。请用 ${call({ run_id: runId })} 等待，或用 ${call({ run_id: runId, cancel: true })} 停止，然后再带 task 继续。`,
  });
}

export function notFoundMessage(language: Language): string {
  return pick(language, {
    en: 'No run with this run_id was found. Use the run_id exactly as an earlier result gave it, or start a new run with task.',
    zh: '找不到这个 run_id 对应的运行。请原样使用之前结果中的 run_id，或用 task 开始新的运行。',
  });
}

export function expiredMessage(language: Language, expiredAt: string): string {
  return pick(language, {
    en: `This run is no longer kept: it expired at ${expiredAt}. Start a new run with task.`,
    zh: `该运行的记录已不再保留，已于 ${expiredAt} 过期。请用 task 开始新的运行。`,
  });
}

export function recursionMessage(language: Language): string {
  return pick(language, {
    en: 'run_agent was called from inside a run_agent: this server is among its own tools. Nested servers are refused, because such calls wait for each other. Remove mini-agent from the MCP servers that its agent uses.',
    zh: 'run_agent 在另一个 run_agent 内部被调用：本服务器出现在它自己的工具之中。为避免互相等待，嵌套调用会被拒绝。请把 mini-agent 从其智能体使用的 MCP 服务器中移除。',
  });
}

export function wrongOffsetMessage(language: Language, offset: number, length: number): string {
  return pick(language, {
    en: `offset is ${offset}, but the answer has ${length} characters; it must be from 0 to ${length - 1}.`,
    zh: `offset 为 ${offset}，但答案只有 ${length} 个字符；允许的范围是 0 到 ${length - 1}。`,
  });
}

export function invalidArgumentsMessage(language: Language, problems: readonly string[]): string {
  return pick(language, {
    en: `Invalid arguments: ${problems.join(' ')}`,
    zh: `参数无效：${problems.join(' ')}`,
  });
}

export function stillRunningMessage(language: Language, runId: string): string {
  const wait = call({ run_id: runId });
  const stop = call({ run_id: runId, cancel: true });
  return pick(language, {
    en: `run_id: ${runId} – the run goes on; wait on with ${wait}, stop it with ${stop}.`,
    zh: `run_id: ${runId} – 运行仍在继续；用 ${wait} 继续等待，用 ${stop} 停止。`,
  });
}

export interface CutAnswer {
  readonly runId: string;
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

export function answerCutMessage(language: Language, part: CutAnswer): string {
  const more = call({ run_id: part.runId, offset: part.to });
  const range = `${units(part.from)}–${units(part.to)}`;
  return pick(language, {
    en: `[Characters ${range} of ${units(part.length)}; read on with ${more}]`,
    zh: `[共 ${units(part.length)} 个字符，此处为 ${range}；用 ${more} 阅读后文]`,
  });
}

export function observationCutMark(language: Language, left: number, length: number): string {
  return pick(language, {
    en: `… [cut: ${units(left)} of ${units(length)} characters left out]`,
    zh: `… [已截断：共 ${units(length)} 个字符，省略 ${units(left)} 个]`,
  });
}

export function startedProgress(language: Language, runId: string): string {
  return pick(language, { en: `Started ${runId}`, zh: `已开始 ${runId}` });
}

export function stepProgress(language: Language, index: number, what: string): string {
  return pick(language, { en: `Step ${index}: ${what}`, zh: `第 ${index} 步：${what}` });
}

export function finalStepProgress(language: Language): string {
  return pick(language, { en: 'final answer', zh: '最终答案' });
}

export function heartbeatProgress(language: Language, seconds: number, steps: number): string {
  return pick(language, {
    en: `Still working: ${seconds} s, ${steps} steps so far`,
    zh: `仍在运行：${seconds} 秒，已完成 ${steps} 步`,
  });
}

/** The line of a run that was handed back while its user is asked something. */
export function needsInputMessage(language: Language, runId: string): string {
  const wait = call({ run_id: runId });
  const stop = call({ run_id: runId, cancel: true });
  return pick(language, {
    en: `run_id: ${runId} – the run waits for the user's approval of a call; go on and let the user be asked with ${wait}, stop it with ${stop}.`,
    zh: `run_id: ${runId} – 运行正在等待用户批准一次调用；用 ${wait} 继续并让用户作答，用 ${stop} 停止。`,
  });
}

const outcomeAnswers: Readonly<Record<Outcome, Pair>> = {
  completed: { en: 'Done; there was nothing to say.', zh: '已完成，没有需要说明的内容。' },
  max_steps: {
    en: 'The step limit was reached before there was an answer. Continue with run_id and task, or raise max_turns.',
    zh: '在得出答案之前已达到步数上限。可用 run_id 加 task 继续，或提高 max_turns。',
  },
  budget_tokens: {
    en: 'The token budget was used up before there was an answer. Continue with run_id and task.',
    zh: '在得出答案之前已用完 token 预算。可用 run_id 加 task 继续。',
  },
  budget_cost: {
    en: 'The cost budget was used up before there was an answer. Continue with run_id and task.',
    zh: '在得出答案之前已用完费用预算。可用 run_id 加 task 继续。',
  },
  budget_time: {
    en: 'The time limit was reached before there was an answer. Continue with run_id and task, or ask for less at once.',
    zh: '在得出答案之前已达到时间上限。可用 run_id 加 task 继续，或一次少要求一些。',
  },
  loop_detected: {
    en: 'The model repeated the same steps and was stopped. Say more precisely what is needed.',
    zh: '模型重复相同的步骤，已被停止。请更明确地说明需求。',
  },
  invalid_tool_calls: {
    en: 'The model kept calling tools with invalid arguments and was stopped. Try another model or a simpler task.',
    zh: '模型多次以无效参数调用工具，已被停止。请更换模型或简化任务。',
  },
  aborted: {
    en: 'The run was stopped before there was an answer. Continue it with run_id and task.',
    zh: '运行在得出答案之前被停止。可用 run_id 加 task 继续。',
  },
  denied: {
    en: 'The model request was declined, so the run was stopped.',
    zh: '模型请求被拒绝，运行已停止。',
  },
  content_filter: {
    en: 'The provider refused to answer because of its content rules. Rephrase the task.',
    zh: '服务商因内容规则拒绝回答。请换一种说法。',
  },
  error: {
    en: 'The run failed before there was an answer. Try again.',
    zh: '运行在得出答案之前失败。请重试。',
  },
};

/** The answer of a run that ended without one. */
export function outcomeAnswer(outcome: Outcome, language: Language): string {
  return pick(language, outcomeAnswers[outcome]);
}

const failureAnswers: Readonly<Record<string, Pair | undefined>> = {
  model_unavailable: {
    en: 'Check LLM_API_KEY, LLM_BASE_URL and LLM_MODEL (or the named provider), or ask for something rule mode can do with "mode": "rule".',
    zh: '请检查 LLM_API_KEY、LLM_BASE_URL 和 LLM_MODEL（或指定的服务商），或用 "mode": "rule" 提出规则模式能完成的请求。',
  },
  context: {
    en: 'The conversation is too long for the model. Start a new run with a shorter task.',
    zh: '对话对模型来说太长。请用更短的任务开始新的运行。',
  },
  internal_error: {
    en: 'The run ended by an internal fault. Try again; if it stays, report it with the task.',
    zh: '运行因内部故障结束。请重试；如仍出现，请附上任务内容报告。',
  },
};

/** The answer of a run that failed with `code` and left no text. */
export function failureAnswer(code: string | undefined, language: Language): string {
  const pair = code === undefined ? undefined : failureAnswers[code];
  return pair === undefined ? outcomeAnswer('error', language) : pick(language, pair);
}
