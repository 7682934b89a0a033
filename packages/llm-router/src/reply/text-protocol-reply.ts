import type { AssistantMessage, ChatRequest, ToolCall } from '@mini-agent/foundation/chat';
import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { parseLenientJson } from '../arguments/lenient-json.ts';
import { toolNames } from '../conversation/tool-names.ts';
import { isJsonObject, nonEmptyString } from '../json.ts';
import { isRepeated } from './leaked-calls.ts';
import type { Reading, ReplyReading } from './read-reply.ts';
import { readToolCalls } from './tool-call-items.ts';
import { splitThinking, stripDebris } from './visible-text.ts';

/** Longer texts are taken as they are: an answer, not a protocol object with slips. */
const maxChars = 65_536;

/**
 * Reads a reply under the text protocol: `{"tool", "arguments"}` is a call, `{"answer"}` the answer, prose an answer as well. Text before
 * an object counts as thought, text after a call is ignored: models like to go on and invent the result.
 */
export function readTextReply(
  text: string,
  finish: Reading['finish'],
  reading: ReplyReading,
): Reading {
  const { text: visible, reasoning } = splitThinking(text);
  const cut = finish === 'length' || finish === 'content_filter';
  const found = findObject(visible, reading.request);
  const message: AssistantMessage = {
    role: 'assistant',
    ...interpret(found, visible, { reading, cut }),
    ...(reasoning === '' ? {} : { reasoning }),
  };
  const calls = message.toolCalls.length > 0;
  return { message, finish: cut ? finish : calls ? 'tool_calls' : 'stop' };
}

type Found =
  | {
      readonly kind: 'object';
      readonly value: JsonObject;
      readonly before: string;
      readonly source: string;
    }
  | {
      readonly kind: 'broken';
      readonly before: string;
      readonly source: string;
      readonly problem: string;
    }
  | { readonly kind: 'prose' };

function findObject(text: string, request: ChatRequest): Found {
  if (request.tools.length === 0 || text.length > maxChars) return { kind: 'prose' };
  const start = /\{\s*(["'])(?:tool|answer|name)\1\s*:/.exec(text)?.index;
  if (start === undefined) return { kind: 'prose' };
  const before = text
    .slice(0, start)
    .replace(/```(?:json)?\s*$/, '')
    .trim();
  try {
    const { value, end } = parseLenientJson(text, start);
    if (!isJsonObject(value)) return { kind: 'prose' };
    return { kind: 'object', value, before, source: text.slice(start, end) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'it cannot be read';
    return { kind: 'broken', before, source: text.slice(start), problem };
  }
}

function interpret(
  found: Found,
  visible: string,
  { reading, cut }: { readonly reading: ReplyReading; readonly cut: boolean },
): Pick<AssistantMessage, 'content' | 'toolCalls'> {
  const prose = { content: stripDebris(visible), toolCalls: [] };
  if (found.kind === 'prose') return prose;
  if (found.kind === 'broken') {
    if (found.before !== '' || !/["']tool["']/.test(found.source)) return prose;
    return { content: '', toolCalls: [brokenCall(found.source, found.problem, { reading, cut })] };
  }
  const name = nonEmptyString(found.value['tool']) ?? functionName(found.value, reading.request);
  if (name === undefined) {
    const answer = found.value['answer'];
    if (answer === undefined || found.before !== '') return prose;
    return { content: answerText(answer), toolCalls: [] };
  }
  const call = { name, arguments: found.value['arguments'] ?? found.value['parameters'] };
  if (isRepeated(found.source, reading.request)) return prose;
  return { content: found.before, toolCalls: toCalls(call, { reading, cut }) };
}

/** `{"name": …, "arguments": …}`, the habit of many models, where the name is a tool. */
function functionName(value: JsonObject, request: ChatRequest): string | undefined {
  const name = nonEmptyString(value['name']);
  if (name === undefined || !('arguments' in value)) return undefined;
  const names = toolNames(request.tools);
  return names.isKnown(names.fromWire(name)) ? name : undefined;
}

function answerText(answer: Json): string {
  return typeof answer === 'string' ? answer.trim() : JSON.stringify(answer);
}

function toCalls(
  call: { readonly name: string; readonly arguments: unknown },
  { reading, cut }: { readonly reading: ReplyReading; readonly cut: boolean },
): readonly ToolCall[] {
  const { request, affinity, newId } = reading;
  return readToolCalls([{ function: call }], {
    names: toolNames(request.tools),
    schemaOf: (name) => request.tools.find((tool) => tool.name === name)?.inputSchema,
    affinity,
    cut,
    newId,
  });
}

function brokenCall(
  source: string,
  problem: string,
  context: { readonly reading: ReplyReading; readonly cut: boolean },
): ToolCall {
  const name = /["']tool["']\s*:\s*["']([^"']{1,128})["']/.exec(source)?.[1] ?? 'unnamed_tool';
  const [call] = toCalls({ name, arguments: source }, context);
  const text = `The reply is not one valid JSON object: ${problem}.`;
  const id = call?.id ?? context.reading.newId();
  if (context.cut && call !== undefined) return call;
  return {
    id,
    name: call?.name ?? name,
    arguments: { ok: false, raw: source.slice(0, 2_000), problem: text, cut: false },
    ...(call?.opaque === undefined ? {} : { opaque: call.opaque }),
  };
}
