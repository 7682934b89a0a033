import type {
  AssistantReply,
  ChatCompletionBody,
  ScriptedToolCall,
  StreamReply,
} from './model-script.ts';

type Fields = Record<string, unknown>;

/** What the server fills in where a reply says nothing. */
export interface CompletionFrame {
  readonly id: string;
  readonly model: string;
}

/** 2026-01-01, in seconds: a fixed time, so that answers are the same in every run. */
const created = 1_767_225_600;

const defaultUsage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };

/** Fields of a reply that steer the server and are no part of the message. */
const steering: ReadonlySet<string> = new Set([
  'finish_reason',
  'completion_id',
  'model',
  'usage',
  'omit',
  'as_stream',
  'delayMs',
  'fault',
  'headers',
  'status',
  'chunks',
]);

/** The JSON completion for one scripted turn. */
export function completionOf(reply: AssistantReply, frame: CompletionFrame): Fields {
  const omitted = new Set(reply.omit);
  const keep = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !omitted.has(name)));
  const choice = keep({
    index: 0,
    message: keep(messageOf(reply)),
    finish_reason: finishReasonOf(reply),
  });
  return keep({
    id: reply.completion_id ?? frame.id,
    object: 'chat.completion',
    created,
    model: reply.model ?? frame.model,
    choices: [choice],
    ...(reply.usage === null ? {} : { usage: reply.usage ?? defaultUsage }),
  });
}

/** The same turn as server-sent events: a role, the text in two pieces, each call in two deltas, the end, the usage. */
export function streamOf(
  reply: AssistantReply,
  body: ChatCompletionBody,
  frame: CompletionFrame,
): string[] {
  const { role, content, tool_calls: calls, ...rest } = messageOf(reply);
  const deltas: Fields[] = [{ role, ...rest }];
  if (typeof content === 'string') {
    const characters = Array.from(content);
    const half = Math.ceil(characters.length / 2);
    deltas.push({ content: characters.slice(0, half).join('') });
    deltas.push({ content: characters.slice(half).join('') });
  } else if (content !== null && content !== undefined) deltas.push({ content });
  for (const [index, call] of ((calls ?? []) as Fields[]).entries()) {
    const { function: callee, ...outer } = call as Fields & { function: Fields };
    const { arguments: given, ...named } = callee;
    deltas.push({ tool_calls: [{ index, ...outer, function: { ...named, arguments: '' } }] });
    deltas.push({ tool_calls: [{ index, function: { arguments: given } }] });
  }
  const named = {
    ...frame,
    id: reply.completion_id ?? frame.id,
    model: reply.model ?? frame.model,
  };
  const events = deltas.map((delta) => event(chunk(named, delta, null)));
  events.push(event(chunk(named, {}, finishReasonOf(reply))));
  if (body.stream_options?.include_usage === true && reply.usage !== null) {
    events.push(
      event({ ...chunk(named, {}, null), choices: [], usage: reply.usage ?? defaultUsage }),
    );
  }
  events.push('data: [DONE]\n\n');
  return events;
}

/** A stream that the script gives chunk by chunk. */
export function scriptedStreamOf(reply: StreamReply, frame: CompletionFrame): string[] {
  const named = { ...frame, id: reply.completion_id ?? frame.id };
  const events = reply.chunks.map((given) => scriptedEvent(given, named));
  if (reply.done !== false) events.push('data: [DONE]\n\n');
  return events;
}

function scriptedEvent(given: Readonly<Fields>, frame: CompletionFrame): string {
  if (typeof given['raw'] === 'string') return given['raw'];
  if ('error' in given || 'choices' in given) return event(given);
  const { finish_reason: finish, usage, ...delta } = given;
  if (usage !== undefined && Object.keys(delta).length === 0 && finish === undefined) {
    return event({ ...chunk(frame, {}, null), choices: [], usage });
  }
  return event({
    ...chunk(frame, delta, finish ?? null),
    ...(usage === undefined ? {} : { usage }),
  });
}

function messageOf(reply: AssistantReply): Fields {
  const rest = Object.entries(reply).filter(
    ([name]) => !steering.has(name) && name !== 'content' && name !== 'tool_calls',
  );
  return {
    role: 'assistant',
    content: reply.content === undefined ? null : reply.content,
    ...(reply.tool_calls === undefined ? {} : { tool_calls: reply.tool_calls.map(callOf) }),
    ...Object.fromEntries(rest),
  };
}

function callOf(call: ScriptedToolCall): Fields {
  if ('function' in call) return { ...call };
  const { id, name, arguments: given, ...extra } = call;
  return {
    ...(id === undefined ? {} : { id }),
    type: 'function',
    function: { name, ...(given === undefined ? {} : { arguments: given }) },
    ...extra,
  };
}

function finishReasonOf(reply: AssistantReply): string | null {
  if (reply.finish_reason !== undefined) return reply.finish_reason;
  return reply.tool_calls === undefined || reply.tool_calls.length === 0 ? 'stop' : 'tool_calls';
}

function chunk(frame: CompletionFrame, delta: Fields, finish: unknown): Fields {
  return {
    id: frame.id,
    object: 'chat.completion.chunk',
    created,
    model: frame.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
