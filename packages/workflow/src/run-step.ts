import { abortable, abortReason } from '@mini-agent/foundation/time';
import type { Clock, Deadline } from '@mini-agent/foundation/time';
import { startClockDeadline } from './clock-deadline.ts';
import { WorkflowError } from './errors.ts';
import type {
  RunStep,
  StepAnswer,
  StepContext,
  StepReport,
  StepState,
  WorkflowStep,
} from './workflow.ts';

export interface StepRun {
  readonly step: WorkflowStep;
  readonly task: string;
  readonly context: Omit<StepContext, 'signal'>;
  /** Aborted when the whole run ends. */
  readonly signal: AbortSignal;
  readonly runStep: RunStep;
  readonly clock: Clock;
  readonly timeoutSeconds: number;
  /** Longest answer, in UTF-16 units, with its data. */
  readonly largestAnswer: number;
}

/** Carries out one step. Never rejects, and ends at its timeout even if the step's code goes on. */
export async function runOneStep(run: StepRun): Promise<StepReport> {
  const { step, clock, signal } = run;
  const started = clock.now();
  const deadline = startClockDeadline(clock, run.timeoutSeconds * 1000, signal);
  const report = (rest: Pick<StepReport, 'state' | 'result' | 'error'>): StepReport => ({
    id: step.id,
    label: step.label ?? step.id,
    ...rest,
    durationMs: clock.now() - started,
  });
  try {
    const answer = await abortable(start(run, deadline.signal), deadline.signal);
    return report({ state: 'done', result: checkAnswer(answer, run) });
  } catch (error) {
    return report({ result: null, ...failure(error, deadline, signal) });
  } finally {
    deadline.clear();
  }
}

function failure(
  error: unknown,
  deadline: Deadline,
  runSignal: AbortSignal,
): { readonly state: StepState; readonly error: string } {
  if (!deadline.signal.aborted) return { state: 'failed', error: messageOf(error) };
  const reason = abortReason(deadline.signal);
  const isTimeout = reason.name === 'TimeoutError';
  const who = runSignal.aborted && isTimeout ? 'the run ' : '';
  return { state: isTimeout ? 'timed-out' : 'cancelled', error: `${who}${reason.message}` };
}

/** Async, so that a step that throws at once is a failed step too. */
async function start(run: StepRun, signal: AbortSignal): Promise<StepAnswer> {
  return await run.runStep(run.task, { ...run.context, signal });
}

function checkAnswer(answer: unknown, { step, largestAnswer }: StepRun): StepAnswer {
  const text =
    typeof answer === 'object' && answer !== null && 'answer' in answer ? answer.answer : undefined;
  if (typeof text !== 'string') {
    throw new WorkflowError('invalid_steps', `Step "${step.id}" gave no answer text.`);
  }
  const size = sizeOf(answer);
  if (size === undefined) {
    throw new WorkflowError('invalid_steps', `Step "${step.id}" gave data that is no JSON.`);
  }
  if (size > largestAnswer) {
    throw new WorkflowError(
      'result_too_large',
      `result_too_large: step "${step.id}" gave ${size} characters; at most ${largestAnswer} are allowed. Let it summarise.`,
    );
  }
  return answer as StepAnswer;
}

/** With everything that comes along with the text: all of it is kept and written down. */
function sizeOf(answer: unknown): number | undefined {
  try {
    const { answer: text, ...rest } = answer as StepAnswer;
    return text.length + Object.values(rest).reduce<number>((sum, part) => sum + lengthOf(part), 0);
  } catch {
    return undefined;
  }
}

function lengthOf(part: unknown): number {
  return part === undefined ? 0 : JSON.stringify(part).length;
}

const longestMessage = 2000;

/** Whatever was thrown, also what cannot be made a text. */
function messageOf(error: unknown): string {
  const message = textOf(error).trim();
  if (message === '') return 'failed without a message';
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
}

function textOf(error: unknown): string {
  try {
    if (typeof error !== 'object' || error === null) return String(error);
    return 'message' in error && typeof error.message === 'string' ? error.message : '';
  } catch {
    return '';
  }
}
