import type { ChatMessage } from '@mini-agent/foundation/chat';
import { abortable } from '@mini-agent/foundation/time';
import { repairPairs } from './conversation.ts';
import { AgentError, reasonOf } from './errors.ts';
import {
  fromOpenAiMessage,
  messageProblem,
  toOpenAiMessage,
  type OpenAiMessage,
} from './openai-message.ts';

export interface HookContext {
  readonly task: string;
  /** Model calls made before this one. */
  readonly step: number;
  readonly maxSteps: number;
}

/** Runs before each model call. An array replaces the messages, `null` cancels the run, `undefined` changes nothing. */
export type CreateHook = (
  context: HookContext,
  messages: OpenAiMessage[],
) => Promise<OpenAiMessage[] | null | undefined> | OpenAiMessage[] | null | undefined;

/** Runs after each model call. `"stop"` ends the run before the calls of the reply are executed. */
export type NextHook = (
  context: HookContext,
  response: OpenAiMessage,
) => Promise<'stop' | 'continue' | null | undefined> | 'stop' | 'continue' | null | undefined;

export interface Hooks {
  readonly create?: readonly CreateHook[];
  readonly next?: readonly NextHook[];
}

export interface HookCall {
  readonly context: HookContext;
  /** A hook that does not settle cannot hold the run. */
  readonly signal: AbortSignal;
}

/** The messages after all create hooks, or `null` where one of them cancelled. Unchanged messages stay the same objects. */
export async function runCreateHooks(
  hooks: readonly CreateHook[],
  messages: readonly ChatMessage[],
  call: HookCall,
): Promise<readonly ChatMessage[] | null> {
  let current = messages;
  for (const hook of hooks) {
    // Hooks get copies; what comes back unchanged keeps the fields that OpenAI messages have no place for.
    const originals = new Map(current.map((message) => [toOpenAiMessage(message), message]));
    const replaced = await guarded(() => hook(call.context, [...originals.keys()]), call.signal);
    if (replaced === null) return null;
    if (replaced === undefined) continue;
    current = repairPairs(read(replaced, originals));
  }
  return current;
}

function read(
  replaced: unknown,
  originals: ReadonlyMap<OpenAiMessage, ChatMessage>,
): readonly ChatMessage[] {
  try {
    return checked(replaced).map((message) => withOriginal(message, originals));
  } catch (cause) {
    if (cause instanceof AgentError) throw cause;
    // A getter of a hook's object, or a part that JSON cannot hold.
    throw new AgentError('hook_failed', reasonOf(cause), { cause });
  }
}

function withOriginal(
  message: OpenAiMessage,
  originals: ReadonlyMap<OpenAiMessage, ChatMessage>,
): ChatMessage {
  const original = originals.get(message);
  if (original === undefined) return fromOpenAiMessage(message);
  const isSame = JSON.stringify(toOpenAiMessage(original)) === JSON.stringify(message);
  return isSame ? original : fromOpenAiMessage(message, original);
}

/** Hooks may be plain JavaScript: what they give back can be anything. */
function checked(replaced: unknown): readonly OpenAiMessage[] {
  const refuse = (problem: string): never => {
    throw new AgentError('hook_failed', problem);
  };
  if (!Array.isArray(replaced)) {
    return refuse('a create hook must return a list of messages, null or undefined.');
  }
  if (replaced.length === 0) return refuse('a create hook returned no messages.');
  for (const [index, message] of replaced.entries()) {
    const problem = messageProblem(message);
    if (problem !== undefined) {
      return refuse(`message ${index} that a create hook returned is no chat message: ${problem}.`);
    }
  }
  return replaced as readonly OpenAiMessage[];
}

/** True where one of the next hooks stops the run. */
export async function runNextHooks(
  hooks: readonly NextHook[],
  reply: ChatMessage,
  { context, signal }: HookCall,
): Promise<boolean> {
  for (const hook of hooks) {
    const verdict = await guarded(() => hook(context, toOpenAiMessage(reply)), signal);
    if (verdict === 'stop') return true;
  }
  return false;
}

async function guarded<Verdict>(
  hook: () => Promise<Verdict> | Verdict,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    return await abortable((async () => hook())(), signal);
  } catch (cause) {
    throw new AgentError('hook_failed', reasonOf(cause), { cause });
  }
}
