import type { Fallback, Mode } from '@mini-agent/foundation/chat';
import { redactSecrets } from '@mini-agent/foundation/secret';
import type { Step } from '@mini-agent/react-agent';
import { needsInputMessage, stillRunningMessage } from '../messages.ts';
import type { RunReport } from '../runs/report.ts';
import { firstUnits, oneLine } from './cut.ts';
import { cutObservation } from './observation.ts';

const longestShownTask = 2_000;
const longestReason = 200;

const modeNames: Readonly<Record<Mode, string>> = {
  sampling: 'LLM-powered (sampling)',
  http: 'LLM-powered (HTTP)',
  rule: 'Rule-based',
};

export interface FrameOptions {
  readonly trace: boolean;
  /** The answer, or the part of it that this result holds. */
  readonly answer: string;
}

/** The text of a result. Labels are English in every language: programs look for them. */
export function textFrame(report: RunReport, { trace, answer }: FrameOptions): string {
  const lines = head(report);
  if (trace) {
    lines.push('--- Reasoning Trace ---');
    for (const step of report.steps) lines.push(...stepLines(step, report));
    lines.push('');
  }
  const fallbacks = fallbackLines(report.fallbacks);
  if (fallbacks.length > 0) lines.push(...fallbacks, '');
  lines.push('--- Final Answer ---', answer);
  return lines.join('\n');
}

/** The text of a run that was handed back. */
export function runningFrame(report: RunReport): string {
  return [...head(report), '--- Still running ---', howToGoOn(report)].join('\n');
}

/** What the caller of a run that is not over does next. */
export function howToGoOn({ status, language, runId }: RunReport): string {
  return status === 'needs_input'
    ? needsInputMessage(language, runId)
    : stillRunningMessage(language, runId);
}

function head(report: RunReport): string[] {
  return [
    `Task: ${firstUnits(report.task, longestShownTask)}`,
    `Mode: ${modeNames[report.last?.mode ?? report.plannedMode]}`,
    `Steps: ${report.steps.length}`,
    '',
  ];
}

function stepLines(step: Step, { language }: RunReport): string[] {
  const lines = [`[Step ${step.index}]`];
  if (step.thought !== '') lines.push(`  Thought: ${cutObservation(step.thought, language)}`);
  if (step.action !== undefined) lines.push(`  Action: ${step.action}`);
  const observation = step.observation ?? step.error;
  if (step.action !== undefined && observation !== undefined) {
    lines.push(`  Observation: ${cutObservation(observation, language)}`);
  }
  if (step.finalAnswer !== undefined) {
    lines.push(`  Final Answer: ${cutObservation(step.finalAnswer, language)}`);
  }
  return lines;
}

/** One line for each fall; the same fall at a later model call, of which the status may not be known any more, is not told again. */
export function fallbackLines(fallbacks: readonly Fallback[]): readonly string[] {
  const first = new Map<string, string>();
  for (const line of fallbacks.map(fallbackLine)) {
    const fall = line.replace(/ ?[(（]HTTP \d{3}[)）]/, '');
    if (!first.has(fall)) first.set(fall, line);
  }
  return [...first.values()];
}

function fallbackLine(fallback: Fallback): string {
  const reason = oneLine(redactSecrets(fallback.reason), longestReason).replace(/[.。;；]+$/, '');
  return `LLM unavailable: ${reason}; ${goal(fallback)}`;
}

function goal({ to, provider }: Fallback): string {
  if (to === 'rule') return 'answered in rule mode';
  const isNamed = to === 'http' && provider !== '' && provider !== 'default';
  return `continued with ${isNamed ? provider : modeLabel(to)}`;
}

function modeLabel(mode: Mode): string {
  return mode === 'http' ? 'HTTP' : mode;
}
