import { coreTools } from '@mini-agent/core-tools';
import type {
  ChatMessage,
  ChatModel,
  ChatRequest,
  ToolCall,
  ToolOutcome,
} from '@mini-agent/foundation/chat';
import type { Tool } from '@mini-agent/foundation/tool';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import { detectLanguage } from '@mini-agent/foundation/language';
import type { ToolErrorCode } from '@mini-agent/foundation/errors';
import { createRuleModel, readTask } from '@mini-agent/llm-router/rules';
import { ruleHelp, ruleIntents } from '../../src/rules/index.ts';
import { meaningOf } from './meaning.ts';

/** The meanings of the calls that a task asks for; none where it is declined. */
export function meaningsOf(task: string): readonly string[] {
  const reading = readTask(task, { intents: ruleIntents, language: detectLanguage(task) });
  return reading.understood ? reading.parts.flatMap((part) => part.match.calls).map(meaningOf) : [];
}

export function requestFor(messages: readonly ChatMessage[], task: string): ChatRequest {
  return {
    messages,
    tools: [],
    toolChoice: 'auto',
    language: detectLanguage(task),
    purpose: 'step',
    runId: 'run',
    step: 0,
  };
}

export function ruleModel(): ChatModel {
  return createRuleModel({ intents: ruleIntents, help: ruleHelp });
}

/** Runs a task as the agent's loop does: the rule model and the real core tools in turn. */
export async function runTask(
  task: string,
): Promise<{ answer: string; errorCode: string | undefined }> {
  const model = ruleModel();
  const messages: ChatMessage[] = [{ role: 'user', content: task }];
  const { signal } = new AbortController();
  for (let turn = 0; turn < 3; turn++) {
    const response = await model.complete(requestFor(messages, task), { signal });
    if (response.finish === 'stop') {
      return { answer: response.message.content, errorCode: response.errorCode };
    }
    messages.push(response.message);
    for (const call of response.message.toolCalls) messages.push(await runCall(call, task));
  }
  throw new Error('the rule model asked for calls again and again');
}

async function runCall(call: ToolCall, task: string): Promise<ChatMessage> {
  const tool: Tool | undefined = coreTools.find(({ name }) => name === call.name);
  if (tool === undefined || !call.arguments.ok) throw new Error(`no tool for ${call.name}`);
  const common = { callId: call.id, durationMs: 0, tries: 1 };
  let outcome: ToolOutcome;
  try {
    const result = await tool.execute(call.arguments.value, { language: detectLanguage(task) });
    outcome = { ...common, ok: true, trusted: true, ...result };
  } catch (error) {
    if (!MiniAgentError.isInstance(error)) throw error;
    outcome = {
      ...common,
      ok: false,
      code: error.code as ToolErrorCode,
      message: error.message,
      retry: false,
    };
  }
  return { role: 'tool', callId: call.id, name: call.name, content: '', outcome };
}
