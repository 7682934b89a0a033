import type { ChatRequest, ToolCall } from '@mini-agent/foundation/chat';
import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import type { Affinity } from '../conversation/call-ids.ts';
import { createCallIds } from '../conversation/call-ids.ts';
import { toTextRequest } from '../conversation/text-protocol.ts';
import type { ToolNames } from '../conversation/tool-names.ts';
import { toolNames } from '../conversation/tool-names.ts';
import type { Conversation, Turn } from '../conversation/turns.ts';
import { missingResult, toConversation } from '../conversation/turns.ts';

export interface SamplingSettings {
  readonly affinity: Affinity;
  /** The client declared `sampling.tools`. */
  readonly supportsTools: boolean;
  readonly maxOutputTokens: number;
  /** Names of models to prefer, most wanted first. */
  readonly modelHints: readonly string[];
}

/** The parameters of `sampling/createMessage` (MCP 2025-11-25) for a request. `includeContext` is never set. */
export function samplingParams(request: ChatRequest, settings: SamplingSettings): JsonObject {
  const sent = settings.supportsTools ? request : toTextRequest(request);
  const conversation = toConversation(sent.messages, sent.language);
  const names = toolNames(request.tools);
  return {
    messages: toMessages(conversation, { settings, names, request }),
    ...(conversation.system === '' ? {} : { systemPrompt: conversation.system }),
    maxTokens: request.maxOutputTokens ?? settings.maxOutputTokens,
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(settings.modelHints.length === 0
      ? {}
      : { modelPreferences: { hints: settings.modelHints.map((name) => ({ name })) } }),
    ...(settings.supportsTools ? toolParams(sent, names) : {}),
  };
}

interface MessageContext {
  readonly settings: SamplingSettings;
  readonly names: ToolNames;
  readonly request: ChatRequest;
}

function toMessages(conversation: Conversation, context: MessageContext): readonly JsonObject[] {
  const idOf = createCallIds('any', context.settings.affinity);
  return conversation.turns.flatMap((turn) =>
    turn.kind === 'user'
      ? [{ role: 'user', content: { type: 'text', text: turn.text } }]
      : assistantMessages(turn, { ...context, idOf }),
  );
}

/** One assistant message, and one user message that holds the results of all its calls and nothing else. */
function assistantMessages(
  { message, results }: Extract<Turn, { kind: 'assistant' }>,
  context: MessageContext & { readonly idOf: (call: ToolCall) => string },
): readonly JsonObject[] {
  const said = message.content === '' ? [] : [{ type: 'text', text: message.content }];
  if (message.toolCalls.length === 0) return [{ role: 'assistant', content: said[0] ?? null }];
  const ids = message.toolCalls.map(context.idOf);
  const uses = message.toolCalls.map((call, index) => ({
    type: 'tool_use',
    id: ids[index] ?? '',
    name: context.names.toWire(call.name),
    input: call.arguments.ok ? call.arguments.value : { invalid_arguments: call.arguments.raw },
  }));
  const answers = results.map((result, index) => ({
    type: 'tool_result',
    toolUseId: ids[index] ?? '',
    content: [{ type: 'text', text: result?.content ?? missingResult(context.request.language) }],
    ...(result === undefined || result.outcome.ok ? {} : { isError: true }),
  }));
  return [
    { role: 'assistant', content: [...said, ...uses] },
    { role: 'user', content: answers },
  ];
}

function toolParams({ tools, toolChoice }: ChatRequest, names: ToolNames): JsonObject {
  if (tools.length === 0) return {};
  const named = typeof toolChoice === 'object' ? toolChoice.name : undefined;
  const chosen = tools.filter(({ name }) => named === undefined || name === named);
  const list: Json = (chosen.length === 0 ? tools : chosen).map(
    ({ name, description, inputSchema }) => ({
      name: names.toWire(name),
      description,
      inputSchema: inputSchema as JsonObject,
    }),
  );
  const mode = typeof toolChoice === 'string' ? toolChoice : 'required';
  return { tools: list, toolChoice: { mode } };
}
