import { randomUUID } from 'node:crypto';
import type { Mode, Usage } from '@mini-agent/foundation/chat';
import { detectLanguage } from '@mini-agent/foundation/language';
import type { Secret } from '@mini-agent/foundation/secret';
import { fromOpenAiMessage, toOpenAiMessage, type OpenAiMessage } from '@mini-agent/react-agent';
import { AppError } from '../errors.ts';
import { instance } from './instance.ts';
import { requestContext } from './request-context.ts';
import { currentJob } from './run-agent.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
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

/** Asks the first model that answers. Rejects with `model_required` where there is none, or none answered. */
export async function callLLM(
  messages: readonly OpenAiMessage[],
  { signal = new AbortController().signal, maxTokens, temperature }: CallOptions = {},
): Promise<LlmAnswer> {
  const text = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const model = instance().models.forRun(currentJob(text), requestContext().broker);
  const response = await model.complete(
    {
      messages: messages.map((message) => fromOpenAiMessage(message)),
      tools: [],
      toolChoice: 'none',
      language: detectLanguage(text),
      purpose: 'write',
      runId: randomUUID(),
      step: 0,
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(temperature !== undefined && { temperature }),
    },
    { signal },
  );
  const { mode, provider, model: name, message, usage, fallbacks } = response;
  if (mode === 'rule') throw noModel(fallbacks.map(({ reason }) => reason));
  const { content } = message;
  return { content, message: toOpenAiMessage(message), mode, provider, model: name, usage };
}

function noModel(reasons: readonly string[]): AppError {
  const why = reasons.length === 0 ? 'none is configured' : reasons.join('; ');
  const text = `No model answered: ${why}. Set LLM_API_KEY, LLM_BASE_URL and LLM_MODEL.`;
  return new AppError('model_required', text);
}

/** Whether the client's model can be asked at this moment: inside `withRequestContext` with `createMessage`. */
export function isSamplingAvailable(): boolean {
  return requestContext().clientModel.sampling;
}

/** The mode that the next model call would use first. */
export function getLLMMode(): 'sampling' | 'http' | 'none' {
  const [first] = instance().models.modes(currentJob(''));
  return first === undefined || first === 'rule' ? 'none' : first;
}

/** The first configured endpoint, with its key wrapped. */
export function getLLMConfig(): LlmConfig | undefined {
  const [first] = instance().models.providers;
  if (first === undefined) return undefined;
  const { provider, baseUrl, model, apiKey } = first;
  return { provider, baseUrl, model, ...(apiKey !== undefined && { apiKey }) };
}
