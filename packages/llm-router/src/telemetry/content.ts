import type {
  AssistantMessage,
  ChatMessage,
  ChatRequest,
  ChatResponse,
  ToolCall,
  ToolOutcome,
} from '@mini-agent/foundation/chat';
import type { Cleaner } from '../recording/cleaner.ts';
import type { OtelAttributes } from './otel-api.ts';

type Part = Readonly<Record<string, unknown>>;

/** What was asked, in the form of the GenAI conventions (JSON text). */
export function inputContent(request: ChatRequest, cleaner: Cleaner): OtelAttributes {
  const system = request.messages.filter(({ role }) => role === 'system');
  const rest = request.messages.filter(({ role }) => role !== 'system');
  const instructions = system.map(({ content }) => textPart(content));
  const messages = rest.map((message) => ({ role: message.role, parts: partsOf(message) }));
  return {
    ...(system.length === 0 ? {} : { 'gen_ai.system_instructions': toText(instructions, cleaner) }),
    'gen_ai.input.messages': toText(messages, cleaner),
  };
}

const finishNames: Readonly<Record<ChatResponse['finish'], string>> = {
  stop: 'stop',
  tool_calls: 'tool_call',
  length: 'length',
  content_filter: 'content_filter',
};

/** What was answered. */
export function outputContent({ message, finish }: ChatResponse, cleaner: Cleaner): OtelAttributes {
  const parts = assistantParts(message);
  const reply = { role: 'assistant', parts, finish_reason: finishNames[finish] };
  return { 'gen_ai.output.messages': toText([reply], cleaner) };
}

export function argumentsContent(call: ToolCall, cleaner: Cleaner): OtelAttributes {
  return { 'gen_ai.tool.call.arguments': toText(givenArguments(call), cleaner) };
}

export function resultContent(outcome: ToolOutcome, cleaner: Cleaner): OtelAttributes {
  const result = outcome.ok ? outcome.text : outcome.message;
  return { 'gen_ai.tool.call.result': cleaner.text(result) };
}

function partsOf(message: ChatMessage): readonly Part[] {
  if (message.role === 'assistant') return assistantParts(message);
  if (message.role !== 'tool') return [textPart(message.content)];
  return [{ type: 'tool_call_response', id: message.callId, response: message.content }];
}

function assistantParts({ reasoning = '', content, toolCalls }: AssistantMessage): readonly Part[] {
  return [
    ...(reasoning === '' ? [] : [{ type: 'reasoning', content: reasoning }]),
    ...(content === '' ? [] : [textPart(content)]),
    ...toolCalls.map((call) => ({
      type: 'tool_call',
      id: call.id,
      name: call.name,
      arguments: givenArguments(call),
    })),
  ];
}

function textPart(content: string): Part {
  return { type: 'text', content };
}

function givenArguments(call: ToolCall): unknown {
  return call.arguments.ok ? call.arguments.value : call.arguments.raw;
}

function toText(value: unknown, cleaner: Cleaner): string {
  const clean = cleaner.json(value);
  return typeof clean === 'string' ? clean : JSON.stringify(clean);
}
