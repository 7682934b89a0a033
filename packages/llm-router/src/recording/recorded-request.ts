import type { ChatMessage, ChatRequest, ToolCall } from '@mini-agent/foundation/chat';
import type { JsonObject, ToolDescriptor } from '@mini-agent/foundation/tool';
import type { Cleaner } from './cleaner.ts';
import type { RecordedMessage } from './scenario.ts';

/** A request as it is recorded and compared: without secrets, ids of runs, and what is only echoed to a provider. */
export interface SeenRequest extends Pick<
  ChatRequest,
  'toolChoice' | 'maxOutputTokens' | 'temperature' | 'language' | 'purpose' | 'step'
> {
  readonly messages: readonly RecordedMessage[];
  readonly tools: readonly ToolDescriptor[];
}

/** Sees requests; what was seen once is not cleaned again, because a conversation repeats itself in every request. */
export interface RequestReader {
  readonly read: (request: ChatRequest) => SeenRequest;
  readonly tools: (tools: readonly ToolDescriptor[]) => readonly ToolDescriptor[];
}

export function createRequestReader(cleaner: Cleaner): RequestReader {
  const messages = new WeakMap<ChatMessage, RecordedMessage>();
  const descriptors = new WeakMap<ToolDescriptor, ToolDescriptor>();
  const tools = (given: readonly ToolDescriptor[]): readonly ToolDescriptor[] =>
    given.map((tool) => remembered(descriptors, tool, () => cleaner.json(tool)));
  return {
    tools,
    read: (request) => {
      const { toolChoice, maxOutputTokens, temperature, language, purpose, step, runId } = request;
      return {
        toolChoice,
        language,
        purpose,
        step,
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
        ...(temperature === undefined ? {} : { temperature }),
        messages: request.messages.map((message) =>
          remembered(messages, message, () => readMessage(message, { cleaner, runId })),
        ),
        tools: tools(request.tools),
      };
    },
  };
}

function remembered<Key extends object, Value>(
  known: WeakMap<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const seen = known.get(key);
  if (seen !== undefined) return seen;
  const made = make();
  known.set(key, made);
  return made;
}

/** A shorter id might occur in a text by chance. */
const shortestRunId = 8;

interface Reading {
  readonly cleaner: Cleaner;
  readonly runId: string;
}

function readMessage(message: ChatMessage, { cleaner, runId }: Reading): RecordedMessage {
  const text = (value: string): string => {
    const clean = cleaner.text(value);
    return runId.length < shortestRunId ? clean : clean.replaceAll(runId, '<run>');
  };
  const content = text(message.content);
  if (message.role === 'assistant') {
    const toolCalls = message.toolCalls.map((call) => ({
      id: call.id,
      name: text(call.name),
      arguments: argumentsOf(call, cleaner),
    }));
    return { role: 'assistant', content, toolCalls };
  }
  if (message.role !== 'tool') return { role: message.role, content };
  return { role: 'tool', callId: message.callId, name: text(message.name), content };
}

/** The arguments as recorded: an object, or the text of what is none. */
export function argumentsOf(call: ToolCall, cleaner: Cleaner): JsonObject | string {
  return call.arguments.ok ? cleaner.json(call.arguments.value) : cleaner.text(call.arguments.raw);
}
