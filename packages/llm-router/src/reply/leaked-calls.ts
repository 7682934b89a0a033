import type { ChatMessage, ChatRequest } from '@mini-agent/foundation/chat';
import { toolNames } from '../conversation/tool-names.ts';
import type { DialectCall } from './call-dialects.ts';
import { readDialectCalls } from './call-dialects.ts';

/** Longer texts are answers. */
const maxChars = 65_536;

/**
 * Calls that a server failed to take out of the text. Read only where nothing else is possible: tools were offered and may be called, the
 * whole text is calls, each of a known tool, and no tool result or user message contains them; a quoted call is never run.
 */
export function readLeakedCalls(
  text: string,
  request: ChatRequest,
): readonly DialectCall[] | undefined {
  if (request.tools.length === 0 || request.toolChoice === 'none') return undefined;
  if (text.length > maxChars || !/^\s*(?:[<[{]|```)/.test(text)) return undefined;
  const names = toolNames(request.tools);
  const calls = readDialectCalls(
    text,
    (name) => request.tools.find((tool) => tool.name === names.fromWire(name))?.inputSchema,
  );
  if (calls === undefined) return undefined;
  const resolved = calls.map((call) => ({ ...call, name: names.fromWire(call.name) }));
  if (!resolved.every((call) => names.isKnown(call.name))) return undefined;
  return isRepeated(text, request) || isSuspect(resolved, request) ? undefined : resolved;
}

/** Blanks and quotes do not count: a model that repeats what it read seldom keeps them. */
function fold(text: string): string {
  return text.replace(/[\s"'\\`]+/g, '').toLowerCase();
}

const callMarks =
  /tool_?calls?|<function|<invoke|python_tag|tool▁call|to=functions|"(?:arguments|parameters)"\s*:/i;

/** Whether a text stands, quotes and blanks aside, in a tool result or in what the user wrote: then it is quoted, not meant. */
export function isRepeated(text: string, request: ChatRequest): boolean {
  const folded = fold(text);
  return request.messages.some((message) =>
    sourcesOf(message).some((source) => fold(source).includes(folded)),
  );
}

/** A tool result that speaks of calls at all and names one of these tools: suspect enough. */
function isSuspect(calls: readonly DialectCall[], request: ChatRequest): boolean {
  return request.messages.some(
    (message) =>
      message.role === 'tool' &&
      sourcesOf(message).some(
        (source) => callMarks.test(source) && calls.some((call) => source.includes(call.name)),
      ),
  );
}

function sourcesOf(message: ChatMessage): readonly string[] {
  if (message.role === 'user') return [message.content];
  if (message.role !== 'tool') return [];
  return message.outcome.ok ? [message.content, message.outcome.text] : [message.content];
}
