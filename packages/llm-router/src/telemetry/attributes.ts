import type { ChatRequest, ChatResponse, Usage } from '@mini-agent/foundation/chat';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { OtelAttributes } from './otel-api.ts';

/** Where the requests of a model go, as far as it is known before the first answer. */
export interface ModelOrigin {
  /** Its name in the configuration. */
  readonly provider?: string;
  /** The model that is asked for. */
  readonly model?: string;
  /** For `server.address`, `server.port`, and to recognise the provider; nothing else of it is shown. */
  readonly baseUrl?: string;
}

/** Hosts and the names that the GenAI conventions give to those who run them. */
const knownHosts: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)openai\.azure\.com$/, 'azure.ai.openai'],
  [/\.services\.ai\.azure\.com$/, 'azure.ai.inference'],
  [/(?:^|\.)openai\.com$/, 'openai'],
  [/(?:^|\.)anthropic\.com$/, 'anthropic'],
  [/(?:^|\.)deepseek\.com$/, 'deepseek'],
  [/^generativelanguage\.googleapis\.com$/, 'gcp.gemini'],
  [/aiplatform\.googleapis\.com$/, 'gcp.vertex_ai'],
  [/(?:^|\.)groq\.com$/, 'groq'],
  [/(?:^|\.)mistral\.ai$/, 'mistral_ai'],
  [/(?:^|\.)moonshot\.(?:cn|ai)$/, 'moonshot_ai'],
  [/(?:^|\.)perplexity\.ai$/, 'perplexity'],
  [/(?:^|\.)x\.ai$/, 'x_ai'],
  [/(?:^|\.)cohere\.(?:ai|com)$/, 'cohere'],
  [/^bedrock-runtime\..*\.amazonaws\.com$/, 'aws.bedrock'],
];

/** Names of the configuration that stand for no provider in particular. */
const unnamed: ReadonlySet<string> = new Set(['', 'default', 'scripted']);

/** `gen_ai.provider.name`: by the host where that is well known, else the name in the configuration. */
export function providerName({ provider = '', baseUrl }: ModelOrigin, mode?: string): string {
  const host = serverOf(baseUrl)?.host ?? '';
  const known = knownHosts.find(([pattern]) => pattern.test(host))?.[1];
  if (known !== undefined) return known;
  if (mode === 'rule') return 'rules';
  return unnamed.has(provider) ? 'openai_compatible' : provider;
}

function serverOf(
  baseUrl: string | undefined,
): { readonly host: string; readonly port: number } | undefined {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
  const { hostname, port, protocol } = new URL(baseUrl);
  const usual = protocol === 'http:' ? 80 : 443;
  return { host: hostname, port: port === '' ? usual : Number(port) };
}

/** What tells one kind of operation from another: on spans and on metrics. */
export function identity(origin: ModelOrigin): OtelAttributes {
  const server = serverOf(origin.baseUrl);
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providerName(origin),
    ...(origin.model === undefined ? {} : { 'gen_ai.request.model': origin.model }),
    ...(server === undefined ? {} : { 'server.address': server.host, 'server.port': server.port }),
  };
}

export function requestAttributes(request: ChatRequest): OtelAttributes {
  const { maxOutputTokens, temperature } = request;
  return {
    ...(maxOutputTokens === undefined ? {} : { 'gen_ai.request.max_tokens': maxOutputTokens }),
    ...(temperature === undefined ? {} : { 'gen_ai.request.temperature': temperature }),
    'mini_agent.purpose': request.purpose,
    'mini_agent.step': request.step,
  };
}

/** Who answered: it may be another than the one asked first, and then its address is not the one that is known. */
export function answerIdentity(response: ChatResponse, origin: ModelOrigin): OtelAttributes {
  const { provider, model, mode, fallbacks } = response;
  const isOther = fallbacks.length > 0;
  const asked = isOther || origin.model === undefined ? model : origin.model;
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providerName(
      { provider, ...(isOther || origin.baseUrl === undefined ? {} : { baseUrl: origin.baseUrl }) },
      mode,
    ),
    ...(asked === '' ? {} : { 'gen_ai.request.model': asked }),
    ...(model === '' ? {} : { 'gen_ai.response.model': model }),
  };
}

export function responseAttributes({
  finish,
  mode,
  provider,
  usage,
  errorCode,
}: ChatResponse): OtelAttributes {
  return {
    'gen_ai.response.finish_reasons': [finish],
    ...usageAttributes(usage),
    'mini_agent.mode': mode,
    'mini_agent.provider': provider,
    ...(errorCode === undefined ? {} : { 'mini_agent.error_code': errorCode }),
  };
}

export function usageAttributes(usage: Usage): OtelAttributes {
  const { inputTokens, outputTokens, cachedInputTokens, estimated, costUsd } = usage;
  return {
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    ...(cachedInputTokens === undefined
      ? {}
      : { 'gen_ai.usage.cache_read.input_tokens': cachedInputTokens }),
    ...(estimated ? { 'mini_agent.usage.estimated': true } : {}),
    ...(costUsd === undefined ? {} : { 'mini_agent.usage.cost_usd': costUsd }),
  };
}

/** `error.type`: our stable code, else the name of what was thrown. */
export function errorType(error: unknown): string {
  if (MiniAgentError.isInstance(error)) return error.code;
  return error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : '_OTHER';
}
