import type { ChatRequest } from '@mini-agent/foundation/chat';
import { createHttpModel } from '@mini-agent/llm-router';

export async function ask(baseUrl: string, apiKey: string, question: string): Promise<string> {
  const model = createHttpModel({ baseUrl, apiKey, model: 'gpt-4o-mini' });
  const request: ChatRequest = {
    messages: [{ role: 'user', content: question }],
    tools: [],
    toolChoice: 'auto',
    language: 'en',
    purpose: 'step',
    runId: 'example',
    step: 0,
  };
  const reply = await model.complete(request, { signal: AbortSignal.timeout(60_000) });
  return reply.message.content;
}
