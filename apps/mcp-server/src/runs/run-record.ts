import type { Mode } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import type { Outcome, RunState } from '@mini-agent/react-agent';
import type { RunReport, RunStatus } from './report.ts';
import type { RunJob } from './runner.ts';

/** What of a job its report and state do not tell: who goes on with an interrupted run needs it. */
export type StoredRequest = Pick<RunJob, 'mode' | 'history' | 'earlier'> &
  Partial<Pick<RunJob, 'maxTurns' | 'agent'>>;

/** A run as it lies on the disk. */
export interface StoredRun {
  readonly version: 1;
  readonly caller: string;
  /** The process that works on it; a running record of a process that is gone was interrupted. */
  readonly processId: number;
  /** When that process began to work on it, in milliseconds since the Unix epoch. */
  readonly startedAt?: number;
  readonly report: RunReport;
  readonly state?: RunState;
  readonly request?: StoredRequest;
}

/** A record from its text, or undefined where it is torn, edited or of another version: better no run than a broken one. */
export function parseRecord(text: string): StoredRun | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { version, caller, processId, startedAt, report, state, request } = value;
  const isSound =
    version === 1 &&
    typeof caller === 'string' &&
    Number.isSafeInteger(processId) &&
    (startedAt === undefined || isCount(startedAt)) &&
    isReport(report);
  if (!isSound) return undefined;
  const record: { -readonly [Key in keyof StoredRun]: StoredRun[Key] } =
    value as unknown as StoredRun;
  if (state !== undefined && !isState(state)) delete record.state;
  if (request !== undefined && !isRequest(request)) delete record.request;
  return record;
}

const statuses: Readonly<Record<RunStatus, true>> = {
  completed: true,
  running: true,
  needs_input: true,
  budget_exceeded: true,
  cancelled: true,
  failed: true,
};

const outcomes: Readonly<Record<Outcome, true>> = {
  completed: true,
  max_steps: true,
  budget_tokens: true,
  budget_cost: true,
  budget_time: true,
  loop_detected: true,
  invalid_tool_calls: true,
  aborted: true,
  denied: true,
  content_filter: true,
  error: true,
};

const modes: Readonly<Record<Mode, true>> = { sampling: true, http: true, rule: true };
const languages: Readonly<Record<Language, true>> = { en: true, zh: true, ja: true, ko: true };

function isReport(value: unknown): value is RunReport {
  return (
    isRecord(value) &&
    isText(value['runId']) &&
    isText(value['task']) &&
    isOneOf(languages, value['language']) &&
    isOneOf(statuses, value['status']) &&
    isOptional(value['outcome'], (outcome) => isOneOf(outcomes, outcome)) &&
    isText(value['answer']) &&
    isOneOf(modes, value['plannedMode']) &&
    isOptional(value['last'], isGiver) &&
    isListOf(value['steps'], isStep) &&
    isUsage(value['usage']) &&
    isCount(value['iterations']) &&
    isCount(value['durationMs']) &&
    isOptional(value['errorCode'], isText) &&
    isListOf(value['fallbacks'], isFallback)
  );
}

function isGiver(value: unknown): boolean {
  return (
    isRecord(value) &&
    isOneOf(modes, value['mode']) &&
    isText(value['provider']) &&
    isText(value['model'])
  );
}

function isStep(value: unknown): boolean {
  return (
    isRecord(value) &&
    isCount(value['index']) &&
    isText(value['thought']) &&
    isCount(value['durationMs']) &&
    isOptional(value['input'], isRecord) &&
    ['action', 'observation', 'finalAnswer', 'error'].every((key) => isOptional(value[key], isText))
  );
}

function isUsage(value: unknown): boolean {
  return (
    isRecord(value) &&
    ['inputTokens', 'outputTokens', 'totalTokens'].every((key) => isCount(value[key])) &&
    typeof value['estimated'] === 'boolean'
  );
}

function isFallback(value: unknown): boolean {
  return (
    isRecord(value) &&
    isOneOf(modes, value['to']) &&
    isText(value['reason']) &&
    isText(value['provider'])
  );
}

function isRequest(value: unknown): boolean {
  return (
    isRecord(value) &&
    (value['mode'] === 'auto' || value['mode'] === 'rule') &&
    isOptional(value['maxTurns'], isCount) &&
    isOptional(value['agent'], isText) &&
    isOptional(value['earlier'], isRecord) &&
    isOptional(value['history'], (history) => isListOf(history, isMessage))
  );
}

/** The parts that a continued or resumed run reads first; the agent checks the rest itself. */
function isState(value: unknown): boolean {
  return (
    isRecord(value) &&
    value['version'] === 1 &&
    isListOf(value['messages'], isMessage) &&
    isListOf(value['steps'], isStep) &&
    isRecord(value['limits'])
  );
}

function isMessage(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value['role']) &&
    (value['role'] !== 'assistant' || Array.isArray(value['toolCalls']))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isOneOf(allowed: Readonly<Record<string, true>>, value: unknown): boolean {
  return typeof value === 'string' && Object.hasOwn(allowed, value);
}

function isOptional(value: unknown, isValid: (value: unknown) => boolean): boolean {
  return value === undefined || isValid(value);
}

function isListOf(value: unknown, isValid: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((entry) => isValid(entry));
}
