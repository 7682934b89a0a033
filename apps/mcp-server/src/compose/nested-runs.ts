import { randomUUID } from 'node:crypto';
import type { ChatModel, ChatRequest, ToolRunner } from '@mini-agent/foundation/chat';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import { detectLanguage } from '@mini-agent/foundation/language';
import type { ToolContext } from '@mini-agent/foundation/tool';
import type { Telemetry } from '@mini-agent/llm-router/telemetry';
import {
  createAgent,
  type AgentEvent,
  type AgentOptions,
  type RunResult,
} from '@mini-agent/react-agent';
import type { ResearchPorts, StepAnswer } from '@mini-agent/workflow';
import { withHooks } from './hooked-model.ts';
import { summaryOf } from './telemetry.ts';

type Ask = ResearchPorts['ask'];

/** What a pipeline tool rejects with when it needs a model and there is none. */
export class ModelRequiredError extends MiniAgentError<'model_required'> {}

/** The parts of a run that its pipeline tools work with. */
export interface RunParts extends Pick<AgentOptions, 'approve' | 'approvals'> {
  readonly model: ChatModel;
  readonly tools: ToolRunner;
  readonly usesModel: boolean;
  readonly maxTurns: number;
  /** The smallest context window of its models, in tokens, where one is known. */
  readonly contextTokens?: number;
  /** They hold for all model calls inside of a run: one that may cancel must not be passed by. */
  readonly hooks?: AgentOptions['hooks'] | undefined;
  readonly telemetry?: Telemetry | undefined;
  /** Whether text from outside is in the run: it may then be in the tasks of nested runs too. */
  readonly isTainted?: (() => boolean) | undefined;
  /** Told when a nested run needs an approval. */
  readonly onApproval?: ((event: AgentEvent) => void) | undefined;
}

/** What the agents of a run and of those nested in it have in common. */
export function agentParts(parts: RunParts): AgentOptions {
  const { model, tools, hooks = {}, approve, approvals, contextTokens } = parts;
  return {
    model,
    tools,
    hooks,
    ...(approve && { approve }),
    ...(approvals && { approvals }),
    ...(contextTokens !== undefined && { contextTokens }),
  };
}

export interface NestedRunOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (message: string) => void;
}

/** How a pipeline tool uses the agent and the model of the run that called it. */
export interface NestedAgent {
  readonly run: (task: string, options: NestedRunOptions) => Promise<StepAnswer>;
  readonly usesModel: boolean;
  /** Rejects with `model_required` in rule mode. */
  readonly ask: Ask;
}

/** The runs at work, so that a tool finds the one it was called from. */
export interface NestedRuns {
  readonly begin: (runId: string, parts: RunParts) => () => void;
  readonly has: (runId: string) => boolean;
  readonly agentOf: (context: ToolContext) => NestedAgent;
}

/** A run at work, and whether a run nested in it has read text from outside, which the next ones may be given as part of their task. */
interface OuterRun {
  readonly parts: RunParts;
  isTainted: boolean;
}

export function createNestedRuns(): NestedRuns {
  const runs = new Map<string, OuterRun>();
  return {
    begin: (runId, parts) => {
      runs.set(runId, { parts, isTainted: false });
      return () => runs.delete(runId);
    },
    has: (runId) => runs.has(runId),
    agentOf: ({ runId = '', depth = 0 }) => {
      const outer = runs.get(runId);
      const parts = outer?.parts;
      return {
        usesModel: parts?.usesModel === true,
        run: (task, options) => {
          if (outer === undefined) return Promise.reject(noModel());
          return runNested(task, options, { outer, depth: depth + 1, parentRunId: runId });
        },
        ask: (prompt, options) => {
          if (parts?.usesModel !== true) return Promise.reject(noModel());
          return askModel(withHooks(parts.model, prompt, parts.hooks), prompt, {
            ...options,
            runId,
          });
        },
      };
    },
  };
}

function noModel(): ModelRequiredError {
  return new ModelRequiredError(
    'model_required',
    'This tool needs a language model; set LLM_API_KEY, LLM_BASE_URL and LLM_MODEL, or use a client with sampling.',
  );
}

interface NestedPlace {
  readonly outer: OuterRun;
  readonly depth: number;
  readonly parentRunId: string;
}

async function runNested(
  task: string,
  { signal, onProgress }: NestedRunOptions,
  { outer, depth, parentRunId }: NestedPlace,
): Promise<StepAnswer> {
  const { parts } = outer;
  const { maxTurns, telemetry, onApproval } = parts;
  const agent = createAgent({ ...agentParts(parts), limits: { maxTurns } });
  const runId = randomUUID();
  const go = (): Promise<RunResult> =>
    agent.run(task, {
      runId,
      signal,
      depth,
      earlier: { tainted: outer.isTainted || parts.isTainted?.() === true },
      onEvent: (event) => {
        if (event.type === 'step') onProgress?.(event.step.action ?? '');
        if (event.type === 'approval_needed') onApproval?.(event);
      },
    });
  const info = { runId, parentRunId, task, summary: summaryOf };
  const result = await (telemetry?.run(info, go) ?? go());
  if (result.state.tainted) outer.isTainted = true;
  if (!hasAnswer(result)) throw failed(result);
  return { answer: result.answer, usage: result.state.usage };
}

/** A run that came to its end or to a limit and says something; rules that abstain or miss a part say only why. */
function hasAnswer({ outcome, answer, errorCode }: RunResult): boolean {
  const isRuleFailure = errorCode === 'rule_abstained' || errorCode === 'part_failed';
  const isOver =
    outcome === 'completed' || outcome === 'max_steps' || outcome.startsWith('budget_');
  return isOver && !isRuleFailure && answer.trim() !== '';
}

/** What a nested run that gave no answer rejects with; the step that asked for it is then failed, not done. */
export class NestedRunError extends MiniAgentError<'tool_error' | 'interrupted'> {}

function failed({ outcome, answer }: RunResult): NestedRunError {
  return new NestedRunError(outcome === 'aborted' ? 'interrupted' : 'tool_error', answer);
}

async function askModel(
  model: ChatModel,
  prompt: string,
  options: Parameters<Ask>[1] & { readonly runId: string },
): ReturnType<Ask> {
  const { signal, purpose, runId } = options;
  const request: ChatRequest = {
    messages: [{ role: 'user', content: prompt }],
    tools: [],
    toolChoice: 'none',
    language: detectLanguage(prompt),
    purpose,
    runId,
    step: 0,
  };
  const response = await model.complete({ ...request, language: options.language }, { signal });
  if (response.mode === 'rule') throw noModel();
  const { message, finish, usage } = response;
  return { text: message.content, cut: finish === 'length', usage };
}
