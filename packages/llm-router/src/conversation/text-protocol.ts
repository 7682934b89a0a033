import type { ChatMessage, ChatRequest, ToolCall } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import type { Turn } from './turns.ts';
import { missingResult, toConversation } from './turns.ts';

/**
 * The request for a model that takes no tools: calls and results of the history become text, and, where tools are offered, the first
 * user message starts with the tools and the rule of one JSON object per reply. It stands there because MCP clients may drop a system
 * prompt.
 */
export function toTextRequest(request: ChatRequest): ChatRequest {
  const conversation = toConversation(request.messages, request.language);
  const messages: ChatMessage[] = [];
  if (conversation.system !== '') messages.push({ role: 'system', content: conversation.system });
  const turns = conversation.turns.flatMap((turn) => toText(turn, request.language));
  messages.push(...withInstructions(mergeSpeakers(turns), request));
  return { ...request, messages, tools: [], toolChoice: 'auto' };
}

function toText(turn: Turn, language: Language): readonly ChatMessage[] {
  if (turn.kind === 'user') return [{ role: 'user', content: turn.text }];
  const calls = turn.message.toolCalls.map(callText);
  const content = [turn.message.content, ...calls].filter((part) => part !== '').join('\n');
  const said: ChatMessage = { role: 'assistant', content, toolCalls: [] };
  if (calls.length === 0) return [said];
  const results = turn.message.toolCalls.map((call, index) => {
    const text = turn.results[index]?.content ?? missingResult(language);
    return language === 'zh'
      ? `${call.name} 的结果：\n${text}`
      : `Result of ${call.name}:\n${text}`;
  });
  return [said, { role: 'user', content: results.join('\n\n') }];
}

function callText(call: ToolCall): string {
  const given = call.arguments;
  return JSON.stringify({ tool: call.name, arguments: given.ok ? given.value : given.raw });
}

/** Some clients want user and assistant to alternate. */
function mergeSpeakers(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const merged: ChatMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (last?.role === message.role && last.role !== 'tool') {
      const content = [last.content, message.content].filter((part) => part !== '').join('\n\n');
      merged[merged.length - 1] = { ...last, content };
    } else merged.push(message);
  }
  return merged;
}

function withInstructions(
  messages: readonly ChatMessage[],
  request: ChatRequest,
): readonly ChatMessage[] {
  if (request.tools.length === 0) return messages;
  const first = messages.findIndex((message) => message.role === 'user');
  const last = messages.findLastIndex((message) => message.role === 'user');
  const before = instructions(request);
  const after = reminder(request);
  if (first < 0) return [...messages, { role: 'user', content: `${before}\n\n${after}` }];
  return messages.map((message, index) => {
    if (message.role !== 'user') return message;
    const parts = [index === first ? before : '', message.content, index === last ? after : ''];
    return { role: 'user', content: parts.filter((part) => part !== '').join('\n\n') };
  });
}

function instructions({ tools, language }: ChatRequest): string {
  const list = tools.map(
    ({ name, description, inputSchema }) =>
      `- ${name}: ${description}\n  ${JSON.stringify({ ...inputSchema, $schema: undefined })}`,
  );
  const intro =
    language === 'zh'
      ? '你可以使用下列工具。每次回复只写一个 JSON 对象，不写其他内容：\n{"tool": "<名称>", "arguments": {…}} 调用工具，或 {"answer": "<文本>"} 给出最终答复。\n工具（名称、说明、参数的 JSON Schema）：'
      : 'You can use the tools below. Each reply is exactly one JSON object and nothing else:\n{"tool": "<name>", "arguments": {…}} calls a tool, {"answer": "<text>"} gives the final answer.\nTools (name, description, JSON Schema of the arguments):';
  return [intro, ...list].join('\n');
}

function reminder({ toolChoice, language }: ChatRequest): string {
  const chinese = language === 'zh';
  if (toolChoice === 'none') {
    return chinese
      ? '现在不要调用工具，用 {"answer": "…"} 作答。'
      : 'Do not call a tool now; reply with {"answer": "…"}.';
  }
  if (toolChoice === 'required') {
    return chinese
      ? '现在必须调用一个工具：{"tool": "…", "arguments": {…}}。'
      : 'You must call a tool now: {"tool": "…", "arguments": {…}}.';
  }
  if (toolChoice === 'auto') {
    return chinese ? '只回复一个 JSON 对象。' : 'Reply with one JSON object.';
  }
  return chinese
    ? `现在必须调用 ${toolChoice.name}：{"tool": "${toolChoice.name}", "arguments": {…}}。`
    : `You must call ${toolChoice.name} now: {"tool": "${toolChoice.name}", "arguments": {…}}.`;
}
