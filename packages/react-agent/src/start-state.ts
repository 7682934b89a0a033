import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@mini-agent/foundation/chat';
import { detectLanguage } from '@mini-agent/foundation/language';
import type { AgentOptions, RunOptions } from './agent-options.ts';
import { holdsUntrusted, repairPairs } from './conversation.ts';
import { AgentError } from './errors.ts';
import { changeBoundary } from './fence.ts';
import { isPlainObject } from './plain-json.ts';
import { startingMessages } from './prompt.ts';
import type { Limits, RunState } from './run-state.ts';
import { noUsage } from './usage.ts';

const defaultLimits: Limits = { maxTurns: 5, timeoutMs: 600_000 };

/** Letters and digits of a boundary; a shorter one might occur in a text by chance. */
const boundaryLength = 12;

/** The state in which a run begins. Throws an `AgentError` where it is asked for wrongly. */
export function startState(task: string, agent: AgentOptions, options: RunOptions): RunState {
  if (typeof task !== 'string' || task.trim() === '') {
    throw refused('The task is empty; say what is to be done.');
  }
  const { instructions, random = randomUUID } = agent;
  const { hint, depth = 0 } = options;
  const language = detectLanguage(task);
  const boundary = createBoundary(random);
  const history = readHistory(options.history, boundary);
  return {
    version: 1,
    runId: options.runId ?? random(),
    task,
    language,
    depth,
    seq: 0,
    startedAt: (agent.now ?? Date.now)(),
    messages: startingMessages({ task, language, boundary, instructions, hint, history }),
    pending: [],
    steps: [],
    iterations: 0,
    usage: noUsage,
    limits: readLimits(defaultLimits, agent.limits, options.limits),
    tainted: holdsUntrusted(history),
    calls: {},
    fallbacks: [],
    boundary,
  };
}

/** A saved state with what this caller changes about it. Throws an `AgentError` where it is none. */
export function resumedState(
  state: RunState,
  { random = randomUUID }: AgentOptions,
  options: RunOptions,
): RunState {
  const given: unknown = state;
  const isState =
    isPlainObject(given) &&
    given['version'] === 1 &&
    ['messages', 'pending', 'steps', 'fallbacks'].every((key) => Array.isArray(given[key])) &&
    ['limits', 'usage', 'calls'].every((key) => isPlainObject(given[key]));
  if (!isState) throw refused('This is no saved state of a run (version 1).');
  const { boundary = createBoundary(random) } = state;
  return { ...state, boundary, limits: readLimits(defaultLimits, state.limits, options.limits) };
}

function refused(problem: string): AgentError {
  return new AgentError('invalid_arguments', problem);
}

function createBoundary(random: () => string): string {
  const text = random().replace(/[^A-Za-z0-9]/g, '');
  const enough = text.length < boundaryLength ? randomUUID().replaceAll('-', '') : text;
  return enough.slice(0, boundaryLength);
}

/** Later limits win; one that is undefined changes nothing. */
function readLimits(...layers: readonly (Partial<Limits> | undefined)[]): Limits {
  const limits: Record<string, number> = {};
  const entries: readonly (readonly [string, unknown])[] = layers.flatMap((layer) =>
    Object.entries(layer ?? {}),
  );
  for (const [name, value] of entries) {
    if (value === undefined || value === null) continue;
    limits[name] = readLimit(name, value);
  }
  return limits as unknown as Limits;
}

function readLimit(name: string, value: unknown): number {
  const isCount = name === 'maxTurns';
  const isNumber = typeof value === 'number' && value >= (isCount ? 1 : 0);
  // JSON has no Infinity.
  const limit = isNumber ? Math.min(value, Number.MAX_SAFE_INTEGER) : NaN;
  if (isNumber && (!isCount || Number.isInteger(limit))) return limit;
  const wanted = isCount ? 'a whole number from 1' : 'a number from 0';
  throw refused(`limits.${name} must be ${wanted}, not ${String(value)}.`);
}

/** The conversation so far, in whole pairs, with its tool texts between the marks that this run's model knows. */
function readHistory(
  history: readonly ChatMessage[] | undefined,
  boundary: string,
): readonly ChatMessage[] {
  if (history === undefined) return [];
  if (!Array.isArray(history) || !history.every(isMessage)) {
    throw refused('history must be a list of chat messages, such as the messages of a state.');
  }
  return repairPairs(history).map((message) =>
    message.role === 'tool'
      ? { ...message, content: changeBoundary(message.content, boundary) }
      : message,
  );
}

function isMessage(value: unknown): value is ChatMessage {
  if (!isPlainObject(value) || typeof value['content'] !== 'string') return false;
  const { role } = value;
  if (role === 'tool')
    return isPlainObject(value['outcome']) && typeof value['callId'] === 'string';
  if (role === 'assistant') return Array.isArray(value['toolCalls']);
  return role === 'system' || role === 'user';
}
