import type { ChatMessage, ChatRequest, ToolOutcome } from '@mini-agent/foundation/chat';
import type { JsonSchema, ToolDescriptor } from '@mini-agent/foundation/tool';

/** A tool a model may call; its arguments are free unless a schema is given. */
export function tool(name: string, inputSchema: JsonSchema = { type: 'object' }): ToolDescriptor {
  return {
    name,
    title: name,
    description: `The tool ${name}.`,
    inputSchema,
    annotations: {
      readOnly: true,
      idempotent: true,
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
    },
    polling: false,
  };
}

export function chatRequest(changes: Partial<ChatRequest> = {}): ChatRequest {
  return {
    messages: [{ role: 'user', content: 'What is 2 + 2?' }],
    tools: [],
    toolChoice: 'auto',
    language: 'en',
    purpose: 'step',
    runId: 'run-1',
    step: 0,
    ...changes,
  };
}

export function toolMessage(callId: string, name: string, content: string): ChatMessage {
  const outcome: ToolOutcome = {
    callId,
    durationMs: 1,
    tries: 1,
    ok: true,
    trusted: true,
    text: content,
  };
  return { role: 'tool', callId, name, content, outcome };
}
