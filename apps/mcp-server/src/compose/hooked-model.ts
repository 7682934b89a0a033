import type { ChatMessage, ChatModel } from '@mini-agent/foundation/chat';
import { abortable } from '@mini-agent/foundation/time';
import {
  fromOpenAiMessage,
  toOpenAiMessage,
  type HookContext,
  type Hooks,
} from '@mini-agent/react-agent';
import { AppError } from '../errors.ts';

/**
 * A model whose calls pass the hooks, for calls that are made outside of an agent's loop: what a hook forbids must not be reached
 * another way. A cancelled call rejects with `denied`, a hook that fails with `hook_failed`.
 */
export function withHooks(model: ChatModel, task: string, hooks: Hooks = {}): ChatModel {
  const { create = [], next = [] } = hooks;
  if (create.length + next.length === 0) return model;
  return {
    complete: async (request, options) => {
      const { signal } = options;
      const context: HookContext = { task, step: 0, maxSteps: 1 };
      let messages = request.messages;
      for (const hook of create) {
        const replaced = await guarded(() => hook(context, messages.map(toOpenAiMessage)), signal);
        if (replaced === null) throw denied();
        if (replaced !== undefined) messages = readMessages(replaced);
      }
      const response = await model.complete({ ...request, messages }, options);
      for (const hook of next) {
        const reply = toOpenAiMessage(response.message);
        if ((await guarded(() => hook(context, reply), signal)) === 'stop') throw denied();
      }
      return response;
    },
  };
}

async function guarded<Verdict>(
  hook: () => Promise<Verdict> | Verdict,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    return await abortable((async () => hook())(), signal);
  } catch (cause) {
    throw hookFailed(cause instanceof Error ? cause.message : 'it threw something', cause);
  }
}

/** Hooks may be plain JavaScript: what they give back can be anything. */
function readMessages(replaced: unknown): readonly ChatMessage[] {
  try {
    const messages = (replaced as Parameters<typeof fromOpenAiMessage>[0][]).map((message) =>
      fromOpenAiMessage(message),
    );
    if (messages.length > 0) return messages;
  } catch (cause) {
    throw hookFailed('a create hook must return a list of messages, null or undefined.', cause);
  }
  throw hookFailed('a create hook returned no messages.');
}

function hookFailed(reason: string, cause?: unknown): AppError {
  return new AppError('hook_failed', `A hook failed: ${reason}`, { cause });
}

function denied(): AppError {
  return new AppError('denied', 'A hook stopped this model call.');
}
