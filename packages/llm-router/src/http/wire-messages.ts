import type { AssistantMessage, ToolCall } from '@mini-agent/foundation/chat';
import type { Json, JsonObject, Language } from '@mini-agent/foundation/tool';
import type { Affinity } from '../conversation/call-ids.ts';
import { belongsTo, createCallIds } from '../conversation/call-ids.ts';
import type { ToolNames } from '../conversation/tool-names.ts';
import type { Conversation, Turn } from '../conversation/turns.ts';
import { missingResult } from '../conversation/turns.ts';
import type { EndpointProfile } from './profile.ts';

export interface MessageMapping {
  readonly affinity: Affinity;
  readonly profile: EndpointProfile;
  readonly names: ToolNames;
  readonly language: Language;
  /** Message fields that this endpoint refused. */
  readonly refusedFields: ReadonlySet<string>;
}

/** Text of a tool result without one: some endpoints refuse an empty string. */
const emptyResult = '(no output)';

/** The conversation as chat-completion messages for one endpoint. */
export function toWireMessages(
  conversation: Conversation,
  mapping: MessageMapping,
): readonly JsonObject[] {
  const idOf = createCallIds(mapping.profile.callIds, mapping.affinity);
  const messages: JsonObject[] = [];
  if (conversation.system !== '') messages.push({ role: 'system', content: conversation.system });
  for (const turn of conversation.turns) {
    if (turn.kind === 'user') messages.push({ role: 'user', content: turn.text });
    else pushAssistant(turn, { messages, mapping, idOf });
  }
  return messages;
}

function pushAssistant(
  turn: Extract<Turn, { kind: 'assistant' }>,
  target: {
    readonly messages: JsonObject[];
    readonly mapping: MessageMapping;
    readonly idOf: (call: ToolCall) => string;
  },
): void {
  const { messages, mapping, idOf } = target;
  const { message, results } = turn;
  const ids = message.toolCalls.map(idOf);
  const calls = message.toolCalls.map((call, index) => toWireCall(call, ids[index] ?? '', mapping));
  messages.push({
    role: 'assistant',
    ...echoedFields(message, mapping),
    content: contentOf(message, mapping.profile),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  });
  for (const [index, result] of results.entries()) {
    const content = result === undefined ? missingResult(mapping.language) : result.content;
    messages.push({
      role: 'tool',
      tool_call_id: ids[index] ?? '',
      content: content === '' ? emptyResult : content,
    });
  }
}

function contentOf(message: AssistantMessage, profile: EndpointProfile): string | null {
  if (message.content !== '' || message.toolCalls.length === 0) return message.content;
  return profile.emptyContent === 'null' ? null : '';
}

function toWireCall(call: ToolCall, id: string, mapping: MessageMapping): JsonObject {
  const extra = belongsTo(call.opaque, mapping.affinity) ? call.opaque?.fields : undefined;
  return {
    ...withoutRefused(extra, mapping.refusedFields),
    id,
    type: 'function',
    function: { name: mapping.names.toWire(call.name), arguments: argumentsText(call) },
  };
}

/** Servers parse the arguments of a history: what could not be read goes back inside an object that says so. */
function argumentsText(call: ToolCall): string {
  const given = call.arguments;
  return JSON.stringify(given.ok ? given.value : { invalid_arguments: given.raw });
}

/** What came with the message and is not ours goes back unchanged, to the same provider and model only. */
function echoedFields(message: AssistantMessage, mapping: MessageMapping): JsonObject {
  const own = belongsTo(message.opaque, mapping.affinity) ? message.opaque?.fields : undefined;
  const fields = withoutRefused(own, mapping.refusedFields);
  const { reasoningEcho } = mapping.profile;
  const isToolTurn = message.toolCalls.length > 0;
  if (reasoningEcho === 'never' || (reasoningEcho === 'tool_turns' && !isToolTurn)) {
    delete fields['reasoning_content'];
    delete fields['reasoning'];
  } else if (
    reasoningEcho === 'always' &&
    isToolTurn &&
    fields['reasoning_content'] === undefined
  ) {
    // A turn from another model has none, but an endpoint that insists looks only for the field.
    fields['reasoning_content'] = '';
  }
  return fields;
}

function withoutRefused(
  fields: JsonObject | undefined,
  refused: ReadonlySet<string>,
): Record<string, Json | undefined> {
  const kept: Record<string, Json | undefined> = { ...fields };
  for (const name of refused) Reflect.deleteProperty(kept, name);
  return kept;
}
