import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@mini-agent/foundation/chat';
import { detectLanguage } from '@mini-agent/foundation/language';
import type { AgentOptions, RunOptions } from './agent-options.ts';
import { holdsUntrusted, repairPairs } from './conversation.ts';
import { AgentError } from './errors.ts';
import { changeBoundary } from './fence.ts';
import { keptTexts } from './kept-texts.ts';
import { leftOutOf } from './left-out.ts';
import { isPlainObject } from './plain-json.ts';
import { noProgress } from './progress.ts';
import { startingMessages } from './prompt.ts';
import { brokenPart, isChatMessage } from './saved-state.ts';
import type { Limits, PendingCall, RunState } from './run-state.ts';
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
  const { hint, depth = 0, decisions } = options;
  readDecisions(decisions, []);
  checkAgent(agent);
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
    tainted: holdsUntrusted(history) || options.earlier?.tainted === true,
    calls: {},
    fallbacks: [],
    boundary,
    ...earlierParts(options),
  };
}

/** What the conversation has beside its messages. */
function earlierParts({ earlier }: RunOptions): Pick<RunState, 'kept' | 'leftOut' | 'progress'> {
  if (!isPlainObject(earlier)) return {};
  const { leftOut } = earlier;
  const kept = keptTexts(earlier);
  const lastCall = lastCallOf(earlier.progress);
  return {
    ...(kept.length > 0 && { kept }),
    ...(leftOut && { leftOut: leftOutOf({ leftOut }) }),
    ...(lastCall > 0 && { progress: { ...noProgress, lastCall } }),
  };
}

/** The number of the last call that was made. */
function lastCallOf(progress: unknown): number {
  const number = isPlainObject(progress) ? progress['lastCall'] : 0;
  return typeof number === 'number' && Number.isSafeInteger(number) ? Math.max(0, number) : 0;
}

/** A saved state with what this caller changes about it. Throws an `AgentError` where it is none. */
export function resumedState(state: RunState, agent: AgentOptions, options: RunOptions): RunState {
  const { random = randomUUID, now = Date.now } = agent;
  const given: unknown = state;
  if (!isPlainObject(given)) throw refused('This is no saved state of a run (version 1).');
  const broken = brokenPart(given);
  if (broken !== undefined) {
    throw refused(`This is no saved state of a run (version 1): its ${broken} cannot be read.`);
  }
  checkAgent(agent);
  const { suspendedAt, ...saved } = state;
  const { boundary = createBoundary(random), startedAt } = saved;
  const idleMs = suspendedAt === undefined ? 0 : now() - Math.max(suspendedAt, startedAt);
  const limits = readLimits(defaultLimits, saved.limits, options.limits);
  const pending = decide(saved.pending, options.decisions);
  return { ...saved, boundary, limits, pending, startedAt: startedAt + Math.max(0, idleMs) };
}

/** The calls with what was decided about those that wait for it. */
function decide(
  pending: readonly PendingCall[],
  given: RunOptions['decisions'],
): readonly PendingCall[] {
  const waiting = pending.flatMap(({ call, state }) =>
    state === 'awaiting_approval' ? [call.id] : [],
  );
  const decisions = readDecisions(given, waiting);
  if (decisions.size === 0) return pending;
  return pending.map((entry): PendingCall => {
    const approved = decisions.get(entry.call.id);
    return approved === undefined ? entry : { ...entry, state: 'planned', approved };
  });
}

/** A decision that cannot be followed is a mistake that must be seen: somebody believes that he has decided. */
function readDecisions(given: unknown, waiting: readonly string[]): ReadonlyMap<string, boolean> {
  if (given === undefined || given === null) return new Map();
  if (!isPlainObject(given))
    throw refused('decisions must be an object: true or false by call id.');
  const entries = Object.entries(given).map(([id, approved]): [string, boolean] => {
    if (!waiting.includes(id)) {
      const known = waiting.length === 0 ? 'none' : waiting.join(', ');
      throw refused(`The call "${id}" does not wait for an approval; waiting calls: ${known}.`);
    }
    if (typeof approved === 'boolean') return [id, approved];
    throw refused(`decisions.${id} must be true or false, not ${String(approved)}.`);
  });
  return new Map(entries);
}

/** What JavaScript lets pass is told here, and not by the first call that fails. */
function checkAgent({ model, tools, contextTokens }: AgentOptions): void {
  if (!hasMethods(model, ['complete'])) {
    throw refused('model must be a ChatModel, such as createHttpModel({ … }) of llm-router.');
  }
  if (!hasMethods(tools, ['list', 'call'])) {
    throw refused('tools must be a ToolRunner, such as createToolManager({ tools }).');
  }
  if (contextTokens === undefined || contextTokens >= 1) return;
  throw refused(`contextTokens must be a number from 1, not ${String(contextTokens)}.`);
}

function hasMethods(given: unknown, names: readonly string[]): boolean {
  if (typeof given !== 'object' || given === null) return false;
  return names.every((name) => typeof (given as Record<string, unknown>)[name] === 'function');
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
  if (!Array.isArray(history) || !history.every(isChatMessage)) {
    throw refused('history must be a list of chat messages, such as the messages of a state.');
  }
  return repairPairs(history).map((message) =>
    message.role === 'tool'
      ? { ...message, content: changeBoundary(message.content, boundary) }
      : message,
  );
}
