import { randomUUID } from 'node:crypto';
import type { ChatResponse, Mode, Usage } from '@mini-agent/foundation/chat';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import { detectLanguage } from '@mini-agent/foundation/language';
import type { Secret } from '@mini-agent/foundation/secret';
import { fromOpenAiMessage, toOpenAiMessage, type OpenAiMessage } from '@mini-agent/react-agent';
import { withHooks } from '../compose/hooked-model.ts';
import { AppError } from '../errors.ts';
import { globalHooks, instance } from './instance.ts';
import { currentJob, requestContext } from './request-context.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Most tokens of the reply; default `LLM_MAX_TOKENS`. */
  readonly maxTokens?: number;
  readonly temperature?: number;
}

export interface LlmAnswer {
  readonly content: string;
  readonly message: OpenAiMessage;
  readonly mode: Exclude<Mode, 'rule'>;
  readonly provider: string;
  readonly model: string;
  readonly usage: Usage;
}

export interface LlmConfig {
  readonly provider: string;
  readonly baseUrl: string;
  readonly model: string;
  /** Prints as `[secret]`. Absent for an endpoint that needs none. */
  readonly apiKey?: Secret;
}

/**
 * Asks the first model that answers. Rejects with `model_required` where there is none, or none answered; with `declined` where the
 * client's user said no; with `aborted`, `context` or `content_filter`; with `denied` where a hook stopped it; with `invalid_arguments` for
 * what are no messages.
 */
export async function callLLM(
  messages: readonly OpenAiMessage[],
  options: CallOptions = {},
): Promise<LlmAnswer> {
  checkMessages(messages);
  if (getLLMMode() === 'none') throw noModel('none is configured');
  const { mode, provider, model, message, usage, fallbacks } = await ask(messages, options);
  if (mode === 'rule') throw noModel(fallbacks.map(({ reason }) => reason).join('; '));
  const { content } = message;
  return { content, message: toOpenAiMessage(message), mode, provider, model, usage };
}

async function ask(
  messages: readonly OpenAiMessage[],
  { signal = new AbortController().signal, maxTokens, temperature }: CallOptions,
): Promise<ChatResponse> {
  const text = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const router = instance().models.forRun(currentJob(''), requestContext().broker);
  const model = withHooks(router, text, globalHooks);
  const request = {
    messages: messages.map((message) => fromOpenAiMessage(message)),
    tools: [],
    toolChoice: 'none',
    language: detectLanguage(text),
    purpose: 'write',
    runId: randomUUID(),
    step: 0,
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
  } as const;
  try {
    return await model.complete(request, { signal });
  } catch (error) {
    const isLast = MiniAgentError.isInstance(error) && error.code === 'unavailable';
    throw isLast ? new AppError('model_required', error.message, { cause: error }) : error;
  }
}

function checkMessages(messages: unknown): void {
  if (Array.isArray(messages) && messages.length > 0 && messages.every(isMessage)) return;
  throw new AppError(
    'invalid_arguments',
    'messages must be a list of one or more chat messages, each with a role and a text as content.',
  );
}

const roles: readonly unknown[] = ['system', 'user', 'assistant', 'tool'];

function isMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { role, content } = value as Readonly<Record<string, unknown>>;
  return roles.includes(role) && (typeof content === 'string' || (content ?? null) === null);
}

function noModel(why: string): AppError {
  const advice = 'Set LLM_API_KEY, LLM_BASE_URL and LLM_MODEL.';
  return new AppError('model_required', `No model answered: ${why}. ${advice}`);
}

/** Whether the client's model can be asked at this moment: inside `withRequestContext` with `createMessage`. */
export function isSamplingAvailable(): boolean {
  return requestContext().clientModel.sampling;
}

/** The mode that the next model call would use first. */
export function getLLMMode(): 'sampling' | 'http' | 'none' {
  const { models } = instance();
  const canBeAsked = (mode: Mode): boolean =>
    mode === 'http' ? models.providers.length > 0 : mode === 'sampling' && isSamplingAvailable();
  const [first = 'none'] = models.modes(currentJob('')).filter(canBeAsked);
  return first === 'rule' ? 'none' : first;
}

/** The first configured endpoint, with its key wrapped. */
export function getLLMConfig(): LlmConfig | undefined {
  const [first] = instance().models.providers;
  if (first === undefined) return undefined;
  const { provider, baseUrl, model, apiKey } = first;
  return { provider, baseUrl, model, ...(apiKey !== undefined && { apiKey }) };
}
