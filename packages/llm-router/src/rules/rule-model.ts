import type {
  ChatModel,
  ChatRequest,
  ChatResponse,
  ToolCall,
  ToolOutcome,
} from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import { ModelError } from '../errors.ts';
import { abstention, composeAnswer, interrupted } from './answers.ts';
import type { FinishedCall } from './finished-calls.ts';
import { currentTask, finishedCalls, takeFinished } from './finished-calls.ts';
import type { RuleCall, RuleIntent } from './intent.ts';
import type { TaskPart } from './read-task.ts';
import { createTaskReader } from './task-reader.ts';
import type { RuleFamily, TaskReader } from './task-reader.ts';

export interface RuleModelOptions {
  /** Tried in order for each part of a task; the first that claims it counts. */
  readonly intents: readonly (RuleIntent | RuleFamily)[];
  /** What rule mode can do and how to get more, told to a user whose task is not understood. */
  readonly help: { readonly en: string; readonly zh: string };
}

/**
 * A chat model without a language model: it turns a task that its intents understand completely into tool calls, and their outcomes
 * into the answer. Everything else it declines: a final text with `errorCode: 'rule_abstained'`.
 *
 * It can take over a conversation that another model began: a finished call is never asked for again, its outcome is used instead.
 * A failed call gives an answer that names the failed part, with `errorCode: 'part_failed'`.
 */
export function createRuleModel(options: RuleModelOptions): ChatModel {
  const reader = createTaskReader(options.intents);
  return {
    complete: async (request, { signal }) => {
      const response = signal.aborted ? undefined : await reply(request, options, reader);
      // Loading what a task needs takes a moment.
      if (response === undefined || signal.aborted) {
        throw new ModelError('aborted', 'The run was stopped.');
      }
      return response;
    },
  };
}

async function reply(
  request: ChatRequest,
  options: RuleModelOptions,
  reader: TaskReader,
): Promise<ChatResponse> {
  const { language, messages } = request;
  const { task, following } = currentTask(messages);
  const finished = finishedCalls(following);
  const decline = (problem?: string): ChatResponse =>
    textResponse(
      abstention({ language, help: options.help, problem, found: foundTexts(finished) }),
      'rule_abstained',
    );
  if (request.purpose !== 'step' && request.purpose !== 'final') return decline();
  const reading = await reader.read(task, language);
  if (!reading.understood) return decline(reading.problem);

  const plan = matchFinished(reading.parts, finished);
  if (plan.missing.length === 0) {
    return answerFrom(reading.parts, { plan, leftOut: reading.leftOut, language });
  }
  // A plan of rules is no further round of a model that was told to stop: it is also carried out in the last turn of a run.
  const callsAllowed = request.purpose === 'final' || request.toolChoice !== 'none';
  if (!callsAllowed)
    return textResponse(interrupted(language, foundTexts(finished)), 'part_failed');
  if (plan.missing.some((call) => !isOffered(request, call) || plan.otherTools.has(call.name))) {
    return decline();
  }
  return callResponse(plan.missing);
}

interface Plan {
  /** Per part, per call: its outcome, once there is one. */
  readonly outcomes: readonly (readonly (ToolOutcome | undefined)[])[];
  readonly missing: readonly RuleCall[];
  /** Tools that were called with arguments which belong to no part: what a model meant by them is unknown. */
  readonly otherTools: ReadonlySet<string>;
}

function matchFinished(parts: readonly TaskPart[], finished: readonly FinishedCall[]): Plan {
  const left = [...finished];
  const missing: RuleCall[] = [];
  const outcomes = parts.map((part) =>
    part.match.calls.map((call) => {
      const outcome = takeFinished(left, call);
      if (outcome === undefined) missing.push(call);
      return outcome;
    }),
  );
  return { outcomes, missing, otherTools: new Set(left.map((call) => call.name)) };
}

function answerFrom(
  parts: readonly TaskPart[],
  { plan, leftOut, language }: { plan: Plan; leftOut: readonly string[]; language: Language },
): ChatResponse {
  const outcomes = plan.outcomes.map((part) => part.filter((outcome) => outcome !== undefined));
  const { text, failed } = composeAnswer(parts, { outcomes, leftOut, language });
  return textResponse(text, failed ? 'part_failed' : undefined);
}

function isOffered(request: ChatRequest, call: RuleCall): boolean {
  return request.tools.length === 0 || request.tools.some((tool) => tool.name === call.name);
}

function foundTexts(finished: readonly FinishedCall[]): readonly string[] {
  return finished.flatMap(({ outcome }) => (outcome.ok ? [outcome.text] : []));
}

function callResponse(calls: readonly RuleCall[]): ChatResponse {
  const toolCalls: readonly ToolCall[] = calls.map((call, index) => ({
    id: `r${index + 1}`,
    name: call.name,
    arguments: { ok: true, value: call.arguments },
  }));
  return response({ content: '', toolCalls }, { finish: 'tool_calls' });
}

function textResponse(
  content: string,
  errorCode: 'rule_abstained' | 'part_failed' | undefined,
): ChatResponse {
  const message = { content, toolCalls: [] };
  return response(message, { finish: 'stop', ...(errorCode === undefined ? {} : { errorCode }) });
}

function response(
  message: { content: string; toolCalls: readonly ToolCall[] },
  rest: Pick<ChatResponse, 'finish'> & Partial<Pick<ChatResponse, 'errorCode'>>,
): ChatResponse {
  return {
    message: { role: 'assistant', ...message },
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0, estimated: false },
    mode: 'rule',
    provider: '',
    model: 'rules',
    fallbacks: [],
    ...rest,
  };
}
