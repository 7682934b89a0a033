import type {
  ChatMessage,
  ChatModel,
  ChatResponse,
  ModelEvent,
  ToolCall,
} from '@mini-agent/foundation/chat';
import type { JsonObject, ToolDescriptor } from '@mini-agent/foundation/tool';
import { chatRequest, toolMessage } from './requests.ts';

export interface LoopOptions {
  readonly tools: readonly ToolDescriptor[];
  readonly history?: readonly ChatMessage[];
  /** Text of each tool's result; default "done". */
  readonly results?: Readonly<Record<string, string>>;
  readonly onEvent?: (event: ModelEvent) => void;
}

export interface LoopResult {
  readonly answer: string;
  readonly last: ChatResponse;
  readonly replies: readonly ChatResponse[];
  /** The calls that ran, with their arguments. */
  readonly ran: readonly { readonly name: string; readonly arguments: JsonObject }[];
  /** The calls that did not run, with what the model was told. */
  readonly refused: readonly { readonly name: string; readonly problem: string }[];
  readonly messages: readonly ChatMessage[];
}

/** The least a loop does: ask, run the calls, tell the results, ask again; calls are renamed to c1, c2 … */
export async function runLoop(model: ChatModel, options: LoopOptions): Promise<LoopResult> {
  const messages: ChatMessage[] = [
    { role: 'system', content: 'You are helpful.' },
    { role: 'user', content: 'Do the task.' },
    ...(options.history ?? []),
  ];
  const ran: { name: string; arguments: JsonObject }[] = [];
  const refused: { name: string; problem: string }[] = [];
  const replies: ChatResponse[] = [];
  for (let step = 0; step < 8; step += 1) {
    const response = await model.complete(
      chatRequest({ messages: [...messages], tools: options.tools, step }),
      {
        signal: new AbortController().signal,
        ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
      },
    );
    replies.push(response);
    const count = ran.length + refused.length;
    const toolCalls = response.message.toolCalls.map((call, index) => ({
      ...call,
      id: `c${count + index + 1}`,
    }));
    messages.push({ ...response.message, toolCalls });
    if (toolCalls.length === 0) {
      const answer = response.message.content;
      return { answer, last: response, replies, ran, refused, messages };
    }
    for (const call of toolCalls) messages.push(answerCall(call));
  }
  throw new Error('The loop did not end.');

  function answerCall(call: ToolCall): ChatMessage {
    const known = options.tools.some(({ name }) => name === call.name);
    if (!call.arguments.ok) {
      refused.push({ name: call.name, problem: call.arguments.problem });
      return toolMessage(call.id, call.name, call.arguments.problem);
    }
    if (!known) {
      refused.push({ name: call.name, problem: 'unknown tool' });
      return toolMessage(call.id, call.name, 'unknown tool');
    }
    ran.push({ name: call.name, arguments: call.arguments.value });
    return toolMessage(call.id, call.name, options.results?.[call.name] ?? 'done');
  }
}
