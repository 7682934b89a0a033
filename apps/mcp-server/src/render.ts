import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import type { Step } from '@mini-agent/react-agent';
import type { AppError } from './errors.ts';
import { answerCutMessage, failureAnswer, outcomeAnswer } from './messages.ts';
import { answerPart, type AnswerPart } from './render/answer-part.ts';
import { cutStrings } from './render/cut-json.ts';
import { cutObservation, longestObservation } from './render/observation.ts';
import { howToGoOn, runningFrame, textFrame } from './render/text-frame.ts';
import { noUsage, type RunReport, type RunStatus } from './runs/report.ts';

/** The `structuredContent` of a result; see `outputSchema`. */
export interface StructuredResult extends JsonObject {
  readonly status: RunStatus;
  readonly answer: string;
}

/** A result as `tools/call` sends it. */
export interface RenderedResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent: StructuredResult;
  readonly isError?: true;
}

export interface RenderOptions {
  readonly trace: boolean;
  /** Where in the answer to start. */
  readonly offset?: number;
  /** Give the answer in one piece, however long it is: a terminal or a file has room. */
  readonly whole?: boolean;
}

/** A run as its caller sees it. */
export function renderReport(report: RunReport, options: RenderOptions): RenderedResult {
  const isOpen = report.status === 'running' || report.status === 'needs_input';
  if (isOpen) return renderRunning(report);
  const offset = options.offset ?? 0;
  const answer = fullAnswer(report);
  const part = options.whole === true ? wholeAnswer(answer) : answerPart(answer, offset);
  const text = textFrame(report, {
    trace: options.trace && offset === 0,
    answer: withNotice(part, report),
  });
  return result(text, structured(report, part), report.status === 'failed');
}

/** A call that was refused before or beside a run. */
export function renderRefusal(error: AppError): RenderedResult {
  const content: StructuredResult = {
    status: 'failed',
    outcome: 'error',
    answer: error.message,
    steps: [],
    usage: { ...noUsage },
    tool_calls: [],
    iterations: 0,
    duration_ms: 0,
    error_code: error.code,
    truncated: false,
  };
  return result(error.message, content, true);
}

/** The whole answer; a run that ended without a text gets one that says why and what to do. */
export function fullAnswer(report: RunReport): string {
  if (report.answer.trim() !== '') return report.answer;
  const { outcome, errorCode, language } = report;
  if (outcome === undefined || outcome === 'error') return failureAnswer(errorCode, language);
  return outcomeAnswer(outcome, language);
}

function renderRunning(report: RunReport): RenderedResult {
  const answer = howToGoOn(report);
  return result(runningFrame(report), structured(report, wholeAnswer(answer)), false);
}

function wholeAnswer(text: string): AnswerPart {
  return { text, from: 0, to: text.length, isCut: false };
}

function result(text: string, content: StructuredResult, isError: boolean): RenderedResult {
  return {
    content: [{ type: 'text', text }],
    structuredContent: content,
    ...(isError ? { isError } : {}),
  };
}

function withNotice(part: AnswerPart, report: RunReport): string {
  if (!part.isCut) return part.text;
  const length = fullAnswer(report).length;
  const notice = answerCutMessage(report.language, {
    runId: report.runId,
    from: part.from,
    to: part.to,
    length,
  });
  return `${part.text.trimEnd()}\n\n${notice}`;
}

function structured(report: RunReport, part: AnswerPart): StructuredResult {
  const { last } = report;
  return {
    status: report.status,
    ...(report.outcome === undefined ? {} : { outcome: report.outcome }),
    run_id: report.runId,
    answer: part.text,
    ...(last === undefined ? {} : { mode: last.mode }),
    ...(last === undefined || last.mode === 'rule'
      ? {}
      : { provider: last.provider, model: last.model }),
    steps: report.steps.map((step) => stepJson(step, report)),
    usage: { ...report.usage },
    tool_calls: report.steps.flatMap((step) => toolCallJson(step, report)),
    iterations: report.iterations,
    duration_ms: report.durationMs,
    ...(report.errorCode === undefined ? {} : { error_code: report.errorCode }),
    truncated: part.isCut,
    ...(part.isCut ? { next: { run_id: report.runId, offset: part.to } } : {}),
  };
}

function stepJson(step: Step, { language }: RunReport): JsonObject {
  return {
    index: step.index,
    thought: cutObservation(step.thought, language),
    ...(step.action === undefined ? {} : { action: step.action }),
    ...(step.input === undefined ? {} : { input: cutStrings(step.input, longestObservation) }),
    ...(step.observation === undefined
      ? {}
      : { observation: cutObservation(step.observation, language) }),
    ...(step.finalAnswer === undefined
      ? {}
      : { finalAnswer: cutObservation(step.finalAnswer, language) }),
    durationMs: step.durationMs,
    ...(step.error === undefined ? {} : { error: step.error }),
  };
}

function toolCallJson(step: Step, { language }: RunReport): readonly Json[] {
  if (step.action === undefined) return [];
  const output = cutObservation(step.observation ?? step.error ?? '', language);
  return [{ tool: step.action, input: cutStrings(step.input ?? {}, longestObservation), output }];
}
