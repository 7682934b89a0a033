import { detectLanguage } from '@mini-agent/foundation/language';
import type { TraceCarrier } from '@mini-agent/llm-router/trace-context';
import { AppError } from '../errors.ts';
import { invalidArgumentsMessage, recursionMessage, wrongOffsetMessage } from '../messages.ts';
import { fullAnswer, renderRefusal, renderReport, type RenderedResult } from '../render.ts';
import type { RunRegistry } from '../runs/registry.ts';
import type { RunReport } from '../runs/report.ts';
import type { Run } from '../runs/run.ts';
import type { ClientModel, RunJob } from '../runs/runner.ts';
import type { ClientChannel, ClientRequest, RequestParams } from '../runs/client-broker.ts';
import { checkArguments, type CallArguments } from './call-arguments.ts';
import { kindsOf, reportSoFar, waitingRequests } from './client-requests.ts';
import { startRunProgress } from './run-progress.ts';
import { createRunTasks, type DetailedRunTask, type RunTasks } from './tasks/run-tasks.ts';

export interface CallSettings {
  readonly trace: boolean;
  /** How long a call waits before it hands back a handle, in seconds. */
  readonly waitSeconds: { readonly withToken: number; readonly withoutToken: number };
  readonly agentNames: readonly string[];
  /** This server runs inside an agent that this program runs: see `serverDepth`. */
  readonly isNested: boolean;
}

/** Sends a request of the server to the client and resolves to what it answered. */
export type SendRequest = (params: RequestParams, signal: AbortSignal) => Promise<unknown>;

/** What one `tools/call` request brings, freed from the protocol. */
export interface CallRequest {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Aborted when the client cancels the request or is gone. */
  readonly signal: AbortSignal;
  readonly caller: string;
  readonly clientModel: ClientModel;
  /** The trace that the request belongs to. */
  readonly trace?: TraceCarrier;
  /** Called when the request waits for a run in which a model may be asked. */
  readonly onModelRun: () => void;
  /** Sends one progress notification; absent without a progress token. */
  readonly sendProgress?: (progress: number, message: string) => Promise<void>;
  /** Reaches the client's model while this request is open. */
  readonly sendSampling?: SendRequest;
  /** Reaches the client's user while this request is open. */
  readonly sendElicitation?: SendRequest;
  /** The run that this request goes on with, where it brings answers to requests of an earlier result. */
  readonly resumedRunId?: string;
  readonly responses?: Readonly<Record<string, unknown>>;
  /** The client takes a task as the answer of a call that is not over soon. */
  readonly takesTasks?: boolean;
}

/** A result, or requests that the client must answer first, or a task that the client follows from here on. */
export type CallOutcome =
  | { readonly kind: 'result'; readonly result: RenderedResult }
  | {
      readonly kind: 'input_required';
      readonly runId: string;
      readonly requests: Readonly<Record<string, ClientRequest>>;
    }
  | { readonly kind: 'task'; readonly task: DetailedRunTask };

export interface RunAgentTool {
  call(request: CallRequest): Promise<CallOutcome>;
  /** Runs as tasks, for clients that take them. */
  readonly tasks: RunTasks;
}

/** What is the same for all calls of one tool. */
interface ToolParts {
  readonly registry: RunRegistry;
  readonly settings: CallSettings;
  readonly tasks: RunTasks;
}

/** The public tool: checks the arguments, finds or starts the run, and waits for it as long as the call may. */
export function createRunAgentTool(registry: RunRegistry, settings: CallSettings): RunAgentTool {
  const tasks = createRunTasks(registry, settings);
  const parts = { registry, settings, tasks };
  return {
    call: async (request) => {
      try {
        return await callTool(request, parts);
      } catch (error) {
        if (error instanceof AppError) return { kind: 'result', result: renderRefusal(error) };
        throw error;
      }
    },
    tasks,
  };
}

async function callTool(request: CallRequest, parts: ToolParts): Promise<CallOutcome> {
  const { settings, registry } = parts;
  const task = request.arguments['task'];
  const language = detectLanguage(typeof task === 'string' ? task : '');
  const checked = checkArguments(request.arguments, settings.agentNames);
  if (!checked.ok) {
    const text = invalidArgumentsMessage(language, checked.problems);
    throw new AppError('invalid_arguments', text);
  }
  if (settings.isNested) throw new AppError('recursion', recursionMessage(language));
  const { value } = checked;
  const found = await findRun(value, request, registry);
  if (found.kind === 'stored') return resultOf(found.report, value, settings);
  if (request.responses !== undefined) found.run.sampling.answer(request.responses);
  return waitForRun(found.run, { request, parts, value });
}

async function findRun(
  value: CallArguments,
  request: CallRequest,
  registry: RunRegistry,
): ReturnType<RunRegistry['find']> {
  const { caller } = request;
  const { task } = value;
  const runId = request.resumedRunId ?? value.runId;
  if (value.cancel) return registry.stop(runId ?? '', caller);
  const asked: Omit<RunJob, 'task'> = {
    mode: value.mode,
    maxTurns: value.maxTurns,
    agent: value.agent,
    clientModel: request.clientModel,
    ...(request.trace === undefined ? {} : { trace: request.trace }),
  };
  if (task === undefined || request.resumedRunId !== undefined) {
    return registry.finish(runId ?? '', asked, caller);
  }
  const job = { ...asked, task };
  const run =
    runId === undefined ? registry.start(job, caller) : await registry.continue(runId, job, caller);
  return { kind: 'live', run };
}

interface WaitOptions {
  readonly request: CallRequest;
  readonly parts: ToolParts;
  readonly value: CallArguments;
}

async function waitForRun(run: Run, options: WaitOptions): Promise<CallOutcome> {
  const { request, parts, value } = options;
  const bell: Bell = { hasRung: false };
  const channel = clientChannel(request, () => {
    bell.hasRung = true;
    bell.onRing?.();
  });
  const attachment = run.attach(channel);
  if (run.usesModel) request.onModelRun();
  const reporter = startRunProgress(run, request.sendProgress);
  const report = await untilOver(run, {
    waitMs: waitMs(value, request, parts.settings),
    signal: request.signal,
    bell,
  });
  // The run hears of a cancel before anything else: what follows may wait for a slow client.
  if (request.signal.aborted && report === undefined) attachment.cancel();
  else attachment.handBack();
  await reporter.close();
  if (report === undefined && becomesTask(value, request)) {
    return { kind: 'task', task: parts.tasks.open(run, request.clientModel) };
  }
  const isAsked = bell.hasRung && report === undefined;
  const requests = isAsked ? waitingRequests(run, request.clientModel) : {};
  if (Object.keys(requests).length > 0) {
    return { kind: 'input_required', runId: run.runId, requests };
  }
  return resultOf(report ?? reportSoFar(run), value, parts.settings);
}

/** Who names a time to wait gets the run back after it, to go on with by its handle. */
function becomesTask(value: CallArguments, { takesTasks = false, signal }: CallRequest): boolean {
  return takesTasks && value.waitSeconds === undefined && !value.cancel && !signal.aborted;
}

/** A stopped run ends within 100 ms unless a tool ignores its signal; then the call does not wait for it. */
const stopMs = 2_000;

/** A run that is over by then needs no task. */
const taskAfterMs = 1_000;

function waitMs(value: CallArguments, request: CallRequest, settings: CallSettings): number {
  if (value.cancel) return stopMs;
  const { withToken, withoutToken } = settings.waitSeconds;
  const usual = request.sendProgress === undefined ? withoutToken : withToken;
  const ms = (value.waitSeconds ?? usual) * 1_000;
  return becomesTask(value, request) ? Math.min(ms, taskAfterMs) : ms;
}

function clientChannel(request: CallRequest, onWaiting: () => void): ClientChannel | undefined {
  const { clientModel, sendSampling, sendElicitation } = request;
  const kinds = kindsOf(clientModel);
  if (kinds.length === 0) return undefined;
  const senders = { sampling: sendSampling, elicitation: sendElicitation };
  const direct = kinds.filter((kind) => senders[kind] !== undefined);
  if (direct.length === 0) return { kinds, onWaiting };
  return {
    kinds: direct,
    send: async ({ kind, params }, signal) => senders[kind]?.(params, signal),
  };
}

/** Node runs a longer timer at once. */
const longestTimerMs = 2_147_483_647;

/** Rings when the run has a question that the client gets with the answer of the call. */
interface Bell {
  hasRung: boolean;
  onRing?: () => void;
}

interface Waiting {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly bell: Bell;
}

/** The final report, or undefined when the wait is over, the signal fires or the bell rings before the run is over. */
function untilOver(run: Run, { waitMs, signal, bell }: Waiting): Promise<RunReport | undefined> {
  return new Promise((resolve) => {
    const end = (report?: RunReport): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(report);
    };
    const giveUp = (): void => {
      end();
    };
    const timer = setTimeout(giveUp, Math.min(waitMs, longestTimerMs));
    signal.addEventListener('abort', giveUp, { once: true });
    bell.onRing = giveUp;
    if (signal.aborted || bell.hasRung) giveUp();
    void run.finished.then(end);
  });
}

function resultOf(report: RunReport, value: CallArguments, settings: CallSettings): CallOutcome {
  const { offset } = value;
  const length = fullAnswer(report).length;
  if (offset !== undefined && isOver(report) && offset >= length) {
    const text = wrongOffsetMessage(report.language, offset, length);
    throw new AppError('invalid_arguments', text);
  }
  const options = { trace: settings.trace, ...(offset === undefined ? {} : { offset }) };
  return { kind: 'result', result: renderReport(report, options) };
}

function isOver({ status }: RunReport): boolean {
  return status !== 'running' && status !== 'needs_input';
}
