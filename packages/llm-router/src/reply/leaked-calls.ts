import type { ChatMessage, ChatRequest } from '@mini-agent/foundation/chat';
import type { ToolNameRule, ToolNames } from '../conversation/tool-names.ts';
import { toolNames } from '../conversation/tool-names.ts';
import type { DialectCall } from './call-dialects.ts';
import { readDialectCalls } from './call-dialects.ts';

/** Longer texts are answers. */
const maxChars = 65_536;

/** A call in the text; `problem` where it is one beyond doubt but cannot be read. */
export interface LeakedCall extends DialectCall {
  readonly problem?: string;
}

/**
 * Calls that a server failed to take out of the text. Read only where nothing else is possible: tools were offered, the whole text is calls,
 * each of a known tool, and no tool result or user message contains them; a quoted call is never run. A text that begins as such a call
 * and has nothing behind it, but is broken or was cut, is one call with a problem: no answer, and not run either.
 */
export function readLeakedCalls(
  text: string,
  request: ChatRequest,
  nameRule?: ToolNameRule,
): readonly LeakedCall[] | undefined {
  if (request.tools.length === 0) return undefined;
  if (text.length > maxChars || !/^\s*(?:[<[{]|```)/.test(text)) return undefined;
  const names = toolNames(request.tools, nameRule);
  const calls = readDialectCalls(
    text,
    (name) => request.tools.find((tool) => tool.name === names.fromWire(name))?.inputSchema,
  );
  const resolved = calls?.map((call) => ({ ...call, name: names.fromWire(call.name) }));
  const isKnown = resolved?.every((call) => names.isKnown(call.name));
  const found =
    isKnown === undefined ? brokenCall(text, request, names) : isKnown ? resolved : undefined;
  if (found === undefined) return undefined;
  return isRepeated(text, request) || isSuspect(found, request) ? undefined : found;
}

/** How a call begins in the dialects that no answer looks like. */
const opening =
  /^\s*(?:<(?:longcat_|minimax:)?tool_call>|<(?:｜DSML｜)?(?:function_calls|invoke\b)|<function=|\[TOOL_CALLS\]|<｜tool▁calls?▁begin｜>|<\|tool_calls?(?:_section)?(?:_begin)?\|>|<\|python_tag\|>|(?:<\|start\|>assistant)?<\|channel\|>commentary to=)/;

/** The end of a call with words behind it: the text explains a call. */
const closedBeforeWords =
  /(?:<\/(?:(?:longcat_|minimax:)?tool_call|function_calls|function|invoke)>|(?:end|call)[|｜]>)\s*[^\s<[]/;

/** How far into the text the name of the tool must stand. */
const nameWithin = 300;

function brokenCall(
  text: string,
  request: ChatRequest,
  names: ToolNames,
): readonly LeakedCall[] | undefined {
  if (!opening.test(text) || closedBeforeWords.test(text)) return undefined;
  const head = text.slice(0, nameWithin);
  const words = new Set(head.match(/[\w-]+/g) ?? []);
  const tool = request.tools.find(({ name }) => words.has(name) || words.has(names.toWire(name)));
  if (tool === undefined) return undefined;
  const problem =
    'The reply holds a tool call as text, and it cannot be read. Call the tool properly, with one complete JSON object as arguments.';
  return [{ name: tool.name, arguments: text.trim(), problem }];
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
