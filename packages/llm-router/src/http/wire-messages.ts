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
  const messages = systemMessages(conversation, mapping.profile);
  // The system text that takes part in the first user message.
  const lead = isFolded(conversation, mapping.profile) ? conversation.system : '';
  if (lead !== '') messages.push({ role: 'user', content: lead });
  for (const [index, turn] of conversation.turns.entries()) {
    if (turn.kind === 'assistant') pushAssistant(turn, { messages, mapping, idOf });
    else {
      const joins = mapping.profile.turnsAlternate || (index === 0 && lead !== '');
      pushUser(messages, turn.text, joins);
    }
  }
  return messages;
}

/** Some templates want user and assistant to take turns: two user messages in a row are one. */
function pushUser(
  messages: Record<string, Json | undefined>[],
  text: string,
  joins: boolean,
): void {
  const last = messages.at(-1);
  if (joins && last?.['role'] === 'user' && typeof last['content'] === 'string') {
    const parts = [last['content'], text].filter((part) => part !== '');
    last['content'] = parts.join('\n\n');
  } else messages.push({ role: 'user', content: text });
}

function systemMessages(
  conversation: Conversation,
  profile: EndpointProfile,
): Record<string, Json | undefined>[] {
  const { system, systems } = conversation;
  if (system === '' || isFolded(conversation, profile)) return [];
  const texts = profile.systemMessages === 'many' ? systems : [system];
  return texts.map((content) => ({ role: 'system', content }));
}

/** Where the role is refused, or where a conversation of a system text alone is. */
function isFolded({ turns }: Conversation, profile: EndpointProfile): boolean {
  if (profile.systemMessages === 'in_user') return true;
  return profile.needsUserMessage && !turns.some(({ kind }) => kind === 'user');
}

function pushAssistant(
  turn: Extract<Turn, { kind: 'assistant' }>,
  target: {
    readonly messages: Record<string, Json | undefined>[];
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
    content: contentOf(message, mapping),
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

function contentOf(
  message: AssistantMessage,
  { profile, affinity }: MessageMapping,
): string | null {
  if (profile.thinkingInText === 'echo' && belongsTo(message.opaque, affinity)) {
    const written = message.opaque?.fields['content'];
    // Whoever changed the message meant the change.
    if (typeof written === 'string' && written.includes(message.content)) return written;
  }
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
