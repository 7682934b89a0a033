import type { ChatRequest } from '@mini-agent/foundation/chat';
import type { Json, JsonObject, ToolDescriptor } from '@mini-agent/foundation/tool';
import type { Affinity } from '../conversation/call-ids.ts';
import { toTextRequest } from '../conversation/text-protocol.ts';
import type { ToolNames } from '../conversation/tool-names.ts';
import { toolNames } from '../conversation/tool-names.ts';
import { toConversation } from '../conversation/turns.ts';
import type { Adjustments } from './adjustments.ts';
import type { EndpointProfile, NumberRange } from './profile.ts';
import { reduceSchema } from './reduce-schema.ts';
import { withoutKeywords } from './schema-keywords.ts';
import { fitsStrictMode } from './strict-mode.ts';
import { toWireMessages } from './wire-messages.ts';

export interface BodySettings {
  readonly affinity: Affinity;
  /** The profile in force. */
  readonly profile: EndpointProfile;
  readonly adjustments: Adjustments;
  readonly maxOutputTokens: number;
  readonly stream: boolean;
}

/** The profile with what was learned since. */
export function profileInForce({
  profile,
  adjustments,
}: Pick<BodySettings, 'profile' | 'adjustments'>): EndpointProfile {
  return { ...profile, ...adjustments.profile };
}

/** The body of one chat completion request, in what the endpoint is known to accept. */
export function requestBody(request: ChatRequest, settings: BodySettings): JsonObject {
  const { adjustments, affinity, profile } = settings;
  const plan = planTools(request, profile, adjustments);
  const sent = plan.request;
  const names = toolNames(request.tools, profile.toolNames);
  const body: Record<string, Json | undefined> = {
    model: affinity.model,
    messages: toWireMessages(toConversation(sent.messages, sent.language), {
      affinity,
      profile,
      names,
      language: sent.language,
      refusedFields: adjustments.refusedFields,
    }),
    ...(sent.tools.length === 0
      ? {}
      : { tools: wireTools(sent.tools, { names, profile, adjustments }) }),
    ...(plan.choice === undefined ? {} : { tool_choice: plan.choice }),
    ...limits(request, { profile, settings }),
    ...(settings.stream ? { stream: true } : {}),
    ...(settings.stream && profile.streamUsage ? { stream_options: { include_usage: true } } : {}),
    ...profile.extraBody,
  };
  if (!isWithin(body['top_p'], profile.topP)) delete body['top_p'];
  for (const name of adjustments.refusedParameters) Reflect.deleteProperty(body, name);
  return body;
}

interface ToolPlan {
  readonly request: ChatRequest;
  readonly choice: Json | undefined;
}

function planTools(
  request: ChatRequest,
  profile: EndpointProfile,
  adjustments: Adjustments,
): ToolPlan {
  if (adjustments.textProtocol) return { request: toTextRequest(request), choice: undefined };
  const { toolChoice, tools } = request;
  const modes = profile.toolChoices;
  if (toolChoice === 'auto') return { request, choice: undefined };
  if (toolChoice === 'none') return planNoTools(request, { profile, adjustments });
  if (tools.length === 0) return { request, choice: undefined };
  if (toolChoice === 'required') {
    return { request, choice: modes.required ? 'required' : undefined };
  }
  const tool = tools.filter(({ name }) => name === toolChoice.name);
  if (modes.named) {
    const name = toolNames(tools, profile.toolNames).toWire(toolChoice.name);
    return { request, choice: { type: 'function', function: { name } } };
  }
  // The one tool alone comes closest to naming it.
  const alone = tool.length === 0 ? request : { ...request, tools: tool };
  return { request: alone, choice: modes.required ? 'required' : undefined };
}

/** Tools stay in the request where "none" is understood: the prompt cache survives, and a history with calls stays explained. */
function planNoTools(
  request: ChatRequest,
  {
    profile,
    adjustments,
  }: { readonly profile: EndpointProfile; readonly adjustments: Adjustments },
): ToolPlan {
  if (adjustments.noTools === 'flat_history') {
    return { request: toTextRequest({ ...request, tools: [] }), choice: undefined };
  }
  if (!profile.toolChoices.none || adjustments.noTools === 'without_tools') {
    return { request: { ...request, tools: [] }, choice: undefined };
  }
  if (request.tools.length > 0) return { request, choice: 'none' };
  const hasCalls = request.messages.some(
    (message) => message.role === 'assistant' && message.toolCalls.length > 0,
  );
  return { request, choice: hasCalls && !adjustments.choiceNeedsTools ? 'none' : undefined };
}

function limits(
  request: ChatRequest,
  { profile, settings }: { readonly profile: EndpointProfile; readonly settings: BodySettings },
): JsonObject {
  const wanted = request.maxOutputTokens ?? settings.maxOutputTokens;
  const limit = Math.min(wanted, settings.adjustments.maxOutputTokens ?? Infinity);
  const { temperature } = request;
  const range = profile.temperature;
  return {
    [profile.tokenParameter]: limit,
    ...(temperature === undefined || range === null
      ? {}
      : { temperature: Math.min(Math.max(temperature, range.min), range.max) }),
  };
}

/** What is no number is nobody's range. */
function isWithin(value: Json | undefined, range: NumberRange | null): boolean {
  if (typeof value !== 'number') return true;
  return range !== null && value >= range.min && value <= range.max;
}

interface ToolWriting {
  readonly names: ToolNames;
  readonly profile: EndpointProfile;
  readonly adjustments: Adjustments;
}

interface WrittenTools {
  readonly names: ToolNames;
  readonly schema: EndpointProfile['schema'];
  readonly strict: boolean;
  readonly wire: Json;
}

const toolCache = new WeakMap<readonly ToolDescriptor[], WrittenTools>();

function wireTools(tools: readonly ToolDescriptor[], writing: ToolWriting): Json {
  const { names, profile, adjustments } = writing;
  const { schema, strict } = profile;
  const { refusedKeywords } = adjustments;
  const known = refusedKeywords.size === 0 ? toolCache.get(tools) : undefined;
  if (known?.names === names && known.schema === schema && known.strict === strict) {
    return known.wire;
  }
  const wire = tools.map(({ name, description, inputSchema }) => {
    const parameters = withoutKeywords(reduceSchema(inputSchema, schema), refusedKeywords);
    const isStrict = strict && fitsStrictMode(parameters);
    return {
      type: 'function',
      function: {
        name: names.toWire(name),
        description,
        parameters,
        ...(isStrict ? { strict: true } : {}),
      },
    };
  });
  if (refusedKeywords.size === 0) toolCache.set(tools, { names, schema, strict, wire });
  return wire;
}
