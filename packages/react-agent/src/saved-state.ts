import type { ChatMessage } from '@mini-agent/foundation/chat';
import { isPlainObject } from './plain-json.ts';
import type { Outcome, PendingCall, RunState } from './run-state.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isTime: Check = (value) => Number.isFinite(value);
const isAmount: Check = (value) => isTime(value) && Number(value) >= 0;
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function recordOf(check: Check): Check {
  return (value) => isPlainObject(value) && Object.values(value).every(check);
}

function oneOf<Name extends string>(names: Readonly<Record<Name, true>>): Check {
  return (value) => typeof value === 'string' && Object.hasOwn(names, value);
}

/** What is absent is no fault: older states know less. */
function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function objectOf(checks: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(checks);
  return (value) => isPlainObject(value) && entries.every(([key, check]) => check(value[key]));
}

const isOutcome = oneOf<Outcome>({
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
});

const isArguments: Check = (value) =>
  isPlainObject(value) && (value['ok'] === true ? isPlainObject(value['value']) : isUnread(value));

const isUnread = objectOf({
  ok: (value) => value === false,
  raw: isText,
  problem: isText,
  cut: isFlag,
});

const isCall = objectOf({ id: isText, name: isText, arguments: isArguments });

const isResult = objectOf({ ok: (value) => value === true, trusted: isFlag, text: isText });
const isFailure = objectOf({ ok: (value) => value === false, code: isText, message: isText });

const isToolOutcome: Check = (value) =>
  (isResult(value) || isFailure(value)) && hasCost(value) && isPlainObject(value);

const hasCost = objectOf({ callId: isText, durationMs: isAmount, tries: isAmount });

const messageChecks: Readonly<Record<ChatMessage['role'], Check>> = {
  system: objectOf({ content: isText }),
  user: objectOf({ content: isText }),
  assistant: objectOf({
    content: isText,
    toolCalls: listOf(isCall),
    reasoning: optional(isText),
    opaque: optional(isPlainObject),
  }),
  tool: objectOf({ content: isText, callId: isText, name: isText, outcome: isToolOutcome }),
};

/** Whether it is a message that a run can work with. */
export function isChatMessage(value: unknown): value is ChatMessage {
  if (!isPlainObject(value)) return false;
  const { role } = value;
  if (typeof role !== 'string' || !Object.hasOwn(messageChecks, role)) return false;
  return messageChecks[role as ChatMessage['role']](value);
}

const isPending: Check = (value) =>
  hasPendingParts(value) &&
  isPlainObject(value) &&
  // A finished call is not made again, so that its outcome must be there.
  (value['state'] !== 'finished' || value['outcome'] !== undefined);

const hasPendingParts = objectOf({
  call: isCall,
  idempotencyKey: isText,
  state: oneOf<PendingCall['state']>({
    planned: true,
    awaiting_approval: true,
    started: true,
    finished: true,
  }),
  approved: optional(isFlag),
  outcome: optional(isToolOutcome),
  handle: optional(isText),
});

const isStep = objectOf({
  index: isAmount,
  turn: isAmount,
  thought: isText,
  action: optional(isText),
  input: optional(isPlainObject),
  observation: optional(isText),
  finalAnswer: optional(isText),
  durationMs: isAmount,
  error: optional(isText),
});

const stateChecks: Readonly<Record<string, Check>> = {
  version: (value) => value === 1,
  runId: isText,
  task: isText,
  language: oneOf({ en: true, zh: true, ja: true, ko: true }),
  depth: isAmount,
  seq: isCount,
  startedAt: isTime,
  suspendedAt: optional(isTime),
  messages: listOf(isChatMessage),
  pending: listOf(isPending),
  steps: listOf(isStep),
  iterations: isCount,
  usage: objectOf({
    inputTokens: isAmount,
    outputTokens: isAmount,
    totalTokens: isAmount,
    costUsd: optional(isAmount),
    cachedInputTokens: optional(isAmount),
  }),
  unpricedCalls: optional(isAmount),
  limits: isPlainObject,
  tainted: isFlag,
  calls: recordOf(isAmount),
  last: optional(objectOf({ mode: isText, provider: isText, model: isText })),
  fallbacks: listOf(isPlainObject),
  outcome: optional(isOutcome),
  answer: optional(isText),
  errorCode: optional(isText),
  answerCut: optional(isFlag),
  progress: optional(
    objectOf({
      emptyReplies: isCount,
      invalidTurns: isCount,
      forcedReplies: isCount,
      lastCall: isCount,
      forced: optional(isOutcome),
      hooked: optional(isCount),
    }),
  ),
  boundary: optional(isText),
  contextSize: optional(objectOf({ scale: optional(isPositive), tooLong: optional(isPositive) })),
};

function isPositive(value: unknown): boolean {
  return isTime(value) && Number(value) > 0;
}

/**
 * The part of a saved state with which no run can go on, or undefined where all is sound. States are read from files, which may be torn,
 * edited or of another program; a run that believed them could loop for ever or make a call twice. Kept texts and the list of what was
 * left out are not looked at: what is none of them counts as nothing.
 */
export function brokenPart(state: Readonly<Record<string, unknown>>): string | undefined {
  const broken = Object.entries(stateChecks).find(([name, check]) => !check(state[name]));
  if (broken !== undefined) return broken[0];
  const { pending, outcome, answer } = state as unknown as RunState;
  // How far a call is, is noted by its id.
  if (new Set(pending.map(({ call }) => call.id)).size < pending.length) return 'pending';
  return outcome !== undefined && (answer ?? '').trim() === '' ? 'answer' : undefined;
}
