import { findCycle } from './cycle.ts';
import { WorkflowError } from './errors.ts';
import type { WorkflowStep } from './workflow.ts';

const mostSteps = 1000;
const longestId = 200;
const longestTask = 200_000;
const longestTimeoutSeconds = 86_400;
const knownFields: readonly string[] = ['id', 'label', 'task', 'dependsOn', 'timeout'];

/**
 * Checks the steps of a workflow: an array, or its JSON text as models often send it.
 * @throws WorkflowError `invalid_steps`, `duplicate_id`, `unknown_dependency`, or `cycle` with the path in message and `details.path`.
 */
export function validateSteps(input: unknown): readonly WorkflowStep[] {
  const list = typeof input === 'string' ? parseAgain(parseText(input)) : input;
  if (!Array.isArray(list)) throw invalid('steps', 'must be an array of steps, or its JSON text');
  if (list.length === 0) throw invalid('steps', 'must hold at least one step');
  if (list.length > mostSteps)
    throw invalid('steps', `must be at most ${mostSteps}, not ${list.length}`);
  const steps = list.map((entry: unknown, index) =>
    checkStep(parseAgain(entry), `steps[${index}]`),
  );
  checkGraph(steps);
  return steps;
}

function parseText(text: string): unknown {
  const unfenced = withoutFence(text.replace(/^\uFEFF/, '').trim());
  try {
    return JSON.parse(unfenced) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it is not JSON';
    throw new WorkflowError(
      'invalid_steps',
      `steps must be an array of steps, or its JSON text: ${reason}`,
      {
        cause: error,
      },
    );
  }
}

/** Models put JSON into a code fence. */
function withoutFence(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const isFenced = /^```\w*\s*$/.test(first) && text.endsWith('```') && text.length > first.length;
  return isFenced ? text.slice(first.length, -'```'.length) : text;
}

/** Models also send JSON text inside of JSON text. */
function parseAgain(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function invalid(path: string, problem: string): WorkflowError {
  return new WorkflowError('invalid_steps', `${path} ${problem}.`, { details: { field: path } });
}

function checkStep(entry: unknown, path: string): WorkflowStep {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    throw invalid(path, 'must be an object with id and task');
  }
  const fields = new Map<string, unknown>(Object.entries(entry));
  try {
    return checkFields(fields, path);
  } catch (error) {
    throw named(error, fields.get('id'));
  }
}

/** People know a step by its id, not by its place. */
function named(error: unknown, id: unknown): unknown {
  if (!(error instanceof WorkflowError) || typeof id !== 'string' || id.trim() === '') return error;
  const { code, message, details } = error;
  const text = `Step "${id.slice(0, longestId)}": ${message}`;
  return new WorkflowError(code, text, details === undefined ? {} : { details });
}

function checkFields(fields: ReadonlyMap<string, unknown>, path: string): WorkflowStep {
  for (const name of fields.keys()) {
    if (!knownFields.includes(name)) {
      throw invalid(`${path}.${name}`, `is not known; a step has ${knownFields.join(', ')}`);
    }
  }
  const label = fields.get('label') ?? undefined;
  if (label !== undefined && typeof label !== 'string')
    throw invalid(`${path}.label`, 'must be a text');
  const timeout = checkTimeout(fields.get('timeout') ?? undefined, `${path}.timeout`);
  return {
    id: checkText(fields.get('id'), `${path}.id`, longestId),
    ...(label === undefined || label.trim() === '' ? {} : { label }),
    task: checkText(fields.get('task'), `${path}.task`, longestTask),
    dependsOn: checkDependencies(fields.get('dependsOn') ?? [], `${path}.dependsOn`),
    ...(timeout === undefined ? {} : { timeout }),
  };
}

function checkText(value: unknown, path: string, longest: number): string {
  if (typeof value !== 'string' || value.trim() === '') {
    throw invalid(path, 'is required and must be a text that is not empty');
  }
  if (value.length > longest) throw invalid(path, `must have at most ${longest} characters`);
  return value;
}

function checkTimeout(value: unknown, path: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value > 0 && value <= longestTimeoutSeconds)) {
    throw invalid(path, `must be a number of seconds above 0 and at most ${longestTimeoutSeconds}`);
  }
  return value;
}

function checkDependencies(value: unknown, path: string): readonly string[] {
  if (!Array.isArray(value) || !value.every((id) => typeof id === 'string')) {
    throw invalid(path, 'must be an array of step ids, such as ["first"]');
  }
  return [...new Set(value)];
}

function checkGraph(steps: readonly WorkflowStep[]): void {
  const byId = new Map<string, WorkflowStep>();
  for (const step of steps) {
    if (byId.has(step.id)) {
      throw new WorkflowError(
        'duplicate_id',
        `Two steps have the id "${step.id}". Give each its own.`,
        {
          details: { id: step.id },
        },
      );
    }
    byId.set(step.id, step);
  }
  for (const step of steps) {
    const unknown = step.dependsOn?.find((id) => !byId.has(id));
    if (unknown !== undefined) {
      throw new WorkflowError(
        'unknown_dependency',
        `Step "${step.id}" depends on "${unknown}", which is not among the steps: ${[...byId.keys()].slice(0, 20).join(', ')}.`,
        { details: { path: [step.id, unknown] } },
      );
    }
  }
  const path = findCycle(byId);
  if (path !== undefined) {
    throw new WorkflowError('cycle', `The steps wait for each other: ${path.join(' -> ')}.`, {
      details: { path },
    });
  }
}
