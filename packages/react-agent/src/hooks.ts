import type { ChatMessage } from '@mini-agent/foundation/chat';
import { AgentError } from './errors.ts';
import { fromOpenAiMessage, toOpenAiMessage, type OpenAiMessage } from './openai-message.ts';

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

/** The messages after all create hooks, or `null` where one of them cancelled. */
export async function runCreateHooks(
  hooks: readonly CreateHook[],
  context: HookContext,
  messages: readonly ChatMessage[],
): Promise<readonly ChatMessage[] | null> {
  let current = messages;
  for (const hook of hooks) {
    // Hooks get copies; what comes back unchanged keeps the fields that OpenAI messages have no place for.
    const originals = new Map(current.map((message) => [toOpenAiMessage(message), message]));
    const texts = new Map([...originals.keys()].map((copy) => [copy, JSON.stringify(copy)]));
    const replaced = await guarded(async () => hook(context, [...originals.keys()]));
    if (replaced === null) return null;
    if (replaced === undefined) continue;
    current = replaced.map((message) => {
      const original = originals.get(message);
      const isSame = original !== undefined && texts.get(message) === JSON.stringify(message);
      return isSame ? original : fromOpenAiMessage(message, original);
    });
  }
  return current;
}

/** True where one of the next hooks stops the run. */
export async function runNextHooks(
  hooks: readonly NextHook[],
  context: HookContext,
  reply: ChatMessage,
): Promise<boolean> {
  for (const hook of hooks) {
    const verdict = await guarded(async () => hook(context, toOpenAiMessage(reply)));
    if (verdict === 'stop') return true;
  }
  return false;
}

async function guarded<Verdict>(hook: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await hook();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AgentError('hook_failed', `A hook failed: ${reason}`, { cause });
  }
}
