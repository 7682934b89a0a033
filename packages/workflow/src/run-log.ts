import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { appendRecord, readRecords } from '@mini-agent/foundation/journal';
import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { validateSteps } from './validate-steps.ts';
import type { StepAnswer, StepReport, StepState, WorkflowStep } from './workflow.ts';

const extension = '.jsonl';
const safeId = /^[\w-][\w.-]{0,127}$/;

/** How many runs are kept where there is no folder for them. */
const mostInMemory = 100;

/** Ids become file names, so they may not reach out of the folder. */
export function isRunId(id: unknown): id is string {
  return typeof id === 'string' && safeId.test(id);
}

/** A run as it was written down. */
export interface LoggedRun {
  readonly startedAt: number;
  readonly steps: readonly WorkflowStep[];
  /** The last report of each step that ended. */
  readonly reports: ReadonlyMap<string, StepReport>;
  readonly totalDurationMs: number;
  /** Undefined when the run did not end: its process was killed, or it is still going on. */
  readonly end: StepState | undefined;
}

/** Writes runs down: first the steps, then the report of each step that ended, then the end. */
export interface RunLog {
  begin(runId: string, startedAt: number, steps: readonly WorkflowStep[]): Promise<void>;
  finishStep(runId: string, report: StepReport): Promise<void>;
  end(runId: string, state: StepState, totalDurationMs: number): Promise<void>;
  read(runId: string): Promise<LoggedRun | undefined>;
  list(): Promise<readonly string[]>;
  /** A name that only one process at a time may hold while it carries the run out; undefined where no other can. */
  lockName(runId: string): string | undefined;
}

interface LogTarget {
  append(runId: string, record: Json): Promise<void>;
  records(runId: string): Promise<readonly Json[]>;
}

/** One file of JSON lines for each run, in `runs/<id>.jsonl`; each line is on the disk before the run goes on. */
export function createFileLog(directory: string): RunLog {
  const folder = join(resolve(directory), 'runs');
  const path = (runId: string): string => join(folder, `${runId}${extension}`);
  const target: LogTarget = {
    append: (runId, record) => appendRecord(path(runId), record),
    records: async (runId) => (await readRecords(path(runId))).records,
  };
  return {
    ...writeTo(target),
    lockName: path,
    list: async () => {
      const names = await readdir(folder).catch(() => []);
      return names
        .filter((name) => name.endsWith(extension))
        .map((name) => name.slice(0, -extension.length))
        .filter(isRunId);
    },
  };
}

/** Keeps the last runs of this process. */
export function createMemoryLog(): RunLog {
  const runs = new Map<string, Json[]>();
  const target: LogTarget = {
    append: (runId, record) => {
      const records = runs.get(runId) ?? [];
      records.push(record);
      runs.set(runId, records);
      const [oldest] = runs.keys();
      if (runs.size > mostInMemory && oldest !== undefined) runs.delete(oldest);
      return Promise.resolve();
    },
    records: (runId) => Promise.resolve(runs.get(runId) ?? []),
  };
  return {
    ...writeTo(target),
    lockName: () => undefined,
    list: () => Promise.resolve([...runs.keys()]),
  };
}

function writeTo(target: LogTarget): Pick<RunLog, 'begin' | 'finishStep' | 'end' | 'read'> {
  return {
    begin: (runId, startedAt, steps) =>
      target.append(runId, { type: 'run', version: 1, startedAt, steps: steps as unknown as Json }),
    finishStep: (runId, report) =>
      target.append(runId, { type: 'step', report: report as unknown as Json }),
    end: (runId, state, totalDurationMs) =>
      target.append(runId, { type: 'end', state, totalDurationMs }),
    read: async (runId) => (isRunId(runId) ? readRun(await target.records(runId)) : undefined),
  };
}

/** A resumed run writes its reports behind the old ones. Records of another shape are left out: their steps run again. */
function readRun(records: readonly Json[]): LoggedRun | undefined {
  let head: Pick<LoggedRun, 'startedAt' | 'steps'> | undefined;
  let end: StepState | undefined;
  let totalDurationMs = 0;
  const reports = new Map<string, StepReport>();
  for (const record of records) {
    const fields = asObject(record);
    if (fields?.['type'] === 'run') head ??= readHead(fields);
    else if (fields?.['type'] === 'step') {
      const report = readReport(asObject(fields['report']));
      if (report !== undefined) reports.set(report.id, report);
      end = undefined;
    } else if (fields?.['type'] === 'end') {
      end = asState(fields['state']);
      totalDurationMs += asNumber(fields['totalDurationMs']);
    }
  }
  return head === undefined ? undefined : { ...head, reports, end, totalDurationMs };
}

function readHead(fields: JsonObject): Pick<LoggedRun, 'startedAt' | 'steps'> | undefined {
  try {
    return { startedAt: asNumber(fields['startedAt']), steps: validateSteps(fields['steps']) };
  } catch {
    return undefined;
  }
}

function readReport(fields: JsonObject | undefined): StepReport | undefined {
  const id = fields?.['id'];
  const state = asState(fields?.['state']);
  if (fields === undefined || typeof id !== 'string' || state === undefined) return undefined;
  const answer = asObject(fields['result']);
  const isAnswered = typeof answer?.['answer'] === 'string';
  if (isAnswered !== (state === 'done')) return undefined;
  const { label, error } = fields;
  return {
    id,
    label: typeof label === 'string' ? label : id,
    state,
    result: isAnswered ? (answer as unknown as StepAnswer) : null,
    ...(typeof error === 'string' ? { error } : {}),
    durationMs: asNumber(fields['durationMs']),
  };
}

function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

function asNumber(value: Json | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

const states: readonly StepState[] = [
  'pending',
  'running',
  'waiting',
  'done',
  'failed',
  'timed-out',
  'blocked',
  'skipped',
  'cancelled',
];

function asState(value: Json | undefined): StepState | undefined {
  return states.find((state) => state === value);
}
