import { expect } from 'vitest';
import { createHttpModel } from '@mini-agent/llm-router';
import type { HttpModelOptions } from '@mini-agent/llm-router';
import { createAgent } from '@mini-agent/react-agent';
import type { RunOptions, RunResult } from '@mini-agent/react-agent';
import { createToolManager } from '@mini-agent/tool-manager';
import type { ChatModel } from '@mini-agent/foundation/chat';
import type { Clock } from '@mini-agent/foundation/time';
import type { Tool, ToolAnnotations, ToolContext, ToolPolicy } from '@mini-agent/foundation/tool';
import { startModelServer } from '@mini-agent/testkit';
import type {
  AssistantReply,
  HttpReply,
  ModelRequest,
  ModelScript,
  ModelServer,
  ScriptedToolCall,
  WireMessage,
} from '@mini-agent/testkit';

/** No real key; long enough to be looked for in everything that comes out. */
export const apiKey: string = ['key', 'of', 'the', 'quirk', 'suite', '4711'].join('-');

/** What a tool of a scenario does: a text, one text per call, or a function. */
type Body = string | readonly string[] | ((args: unknown, context: ToolContext) => unknown);

export interface ToolSpec {
  readonly body?: Body;
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Partial<ToolAnnotations>;
  readonly policy?: ToolPolicy;
}

export interface Scenario {
  readonly task?: string;
  readonly replies: ModelScript;
  /** By name; a string, a list or a function stands for its body. Default: one tool `t`. */
  readonly tools?: Readonly<Record<string, Body | ToolSpec>>;
  readonly model?: Partial<HttpModelOptions>;
  readonly run?: RunOptions;
  readonly maxTurns?: number;
  /** Behind the server's origin; default `/v1`. */
  readonly path?: string;
  /** Looks at the server while it still stands. */
  readonly atEnd?: (server: ModelServer) => Promise<void>;
}

export interface Played {
  readonly result: RunResult;
  readonly requests: readonly ModelRequest[];
  /** The calls that reached a tool, as `[name, arguments]`. */
  readonly executed: readonly (readonly [string, unknown])[];
  /** What the model was told to wait between its requests, in milliseconds. */
  readonly waits: readonly number[];
  readonly server: ModelServer;
  /** The texts of the tool messages in the last request. */
  readonly observations: readonly string[];
  readonly elapsedMs: number;
}

/** A clock that tells the real time and never waits. */
export function impatientClock(waits: number[]): Clock {
  return {
    now: () => Date.now(),
    sleep: (ms, signal) => {
      waits.push(ms);
      return signal?.aborted === true ? Promise.reject(new Error('aborted')) : Promise.resolve();
    },
  };
}

/** A tool as a program without any schema library writes it. */
export function createTool(name: string, given: Body | ToolSpec, log: [string, unknown][]): Tool {
  const isSpec = typeof given === 'object' && !Array.isArray(given);
  const spec: ToolSpec = isSpec ? (given as ToolSpec) : { body: given as Body };
  const { body = 'fine', schema = { type: 'object' }, annotations, policy } = spec;
  let count = 0;
  return {
    name,
    title: name,
    description: `The tool ${name}.`,
    inputSchema: { jsonSchema: schema },
    annotations: {
      readOnly: false,
      idempotent: false,
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
      ...annotations,
    },
    ...(policy === undefined ? {} : { policy }),
    execute: async (args, context = {}) => {
      log.push([name, args]);
      count += 1;
      if (typeof body === 'string') return { text: body };
      if (typeof body !== 'function') return { text: body[count - 1] ?? body.at(-1) ?? '' };
      const answer = await body(args, context);
      return typeof answer === 'string' ? { text: answer } : (answer as { text: string });
    },
  };
}

export function createTools(
  tools: NonNullable<Scenario['tools']>,
  log: [string, unknown][],
): readonly Tool[] {
  return Object.entries(tools).map(([name, spec]) => createTool(name, spec, log));
}

/** Runs one scenario against a real server on loopback, and checks what holds for every run. */
export async function play(scenario: Scenario): Promise<Played> {
  const server = await startModelServer(scenario.replies);
  try {
    const waits: number[] = [];
    const model = createHttpModel({
      baseUrl: scenario.path === undefined ? server.url : `${server.origin}${scenario.path}`,
      apiKey,
      model: 'quirky-model',
      clock: impatientClock(waits),
      random: () => 0,
      ...scenario.model,
    });
    const played = await playWith(model, scenario);
    const last = server.requests.at(-1)?.body.messages ?? [];
    const observations = last
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => String(content));
    const all: Played = { ...played, requests: server.requests, waits, server, observations };
    checkEveryRun(all);
    await scenario.atEnd?.(server);
    return all;
  } finally {
    await server.close();
  }
}

/** The same with a model of the test's own. */
export async function playWith(
  model: ChatModel,
  scenario: Pick<Scenario, 'task' | 'tools' | 'run' | 'maxTurns'>,
): Promise<Pick<Played, 'result' | 'executed' | 'elapsedMs'>> {
  const executed: [string, unknown][] = [];
  const agent = createAgent({
    model,
    tools: createToolManager({
      tools: [...createTools(scenario.tools ?? { t: 'fine' }, executed)],
      clock: impatientClock([]),
    }),
    ...(scenario.maxTurns === undefined ? {} : { limits: { maxTurns: scenario.maxTurns } }),
  });
  const began = performance.now();
  const result = await agent.run(scenario.task ?? 'What is it?', {
    signal: AbortSignal.timeout(8_000),
    ...scenario.run,
  });
  return { result, executed, elapsedMs: performance.now() - began };
}

/** What no run may do: leak the key, answer with nothing, or send a history that strict servers refuse. */
function checkEveryRun({ result, requests }: Played): void {
  expect(JSON.stringify(result)).not.toContain(apiKey);
  expect(result.answer.trim()).not.toBe('');
  expect(result.state.pending).toEqual([]);
  for (const { body } of requests) {
    checkHistory(body.messages);
    expect(JSON.stringify(body)).not.toContain(apiKey);
  }
}

/** One system message, and first; results directly behind their call, one for each, under its id; no user directly behind a result. */
export function checkHistory(messages: readonly WireMessage[]): void {
  let open: string[] = [];
  let previous = '';
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const id = String(message.tool_call_id);
      expect(open, `result ${id} has a call in front of it`).toContain(id);
      open = open.filter((other) => other !== id);
      expect(typeof message.content).toBe('string');
      expect(message.content).not.toBe('');
    } else {
      expect(open, 'every call has its result').toEqual([]);
      if (message.role === 'user') expect(previous).not.toBe('tool');
      if (message.role === 'system') expect(index).toBe(0);
    }
    for (const { id, type, function: called } of message.tool_calls ?? []) {
      expect(id).not.toBe('');
      expect(type).toBe('function');
      expect(called.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(JSON.parse(called.arguments)).toBeTypeOf('object');
      open.push(id);
    }
    expect(new Set(open).size, 'ids of one turn differ').toBe(open.length);
    if (message.role === 'assistant' && (message.tool_calls ?? []).length === 0) {
      expect(message.content).not.toBe('');
    }
    previous = message.role;
  }
  expect(open).toEqual([]);
}

export function call(name: string, args: unknown = '{}', id = 'c1'): ScriptedToolCall {
  return { id, name, arguments: args };
}

/** An assistant turn with calls. */
export function calls(...items: readonly ScriptedToolCall[]): AssistantReply {
  return { tool_calls: items, finish_reason: 'tool_calls' };
}

export function say(content: string, finishReason: string | null = 'stop'): AssistantReply {
  return { content, finish_reason: finishReason };
}

export function refuse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): HttpReply {
  return { status, body, headers };
}

export interface StreamForm {
  readonly done?: boolean;
  readonly type?: string;
  readonly separator?: string;
}

/** A stream sent although none was asked for. Each chunk is a delta with an optional `finish_reason`, or complete where it has `choices` or `error`. */
export function sse(
  chunks: readonly Readonly<Record<string, unknown>>[],
  { done = true, type = 'text/event-stream', separator = '\n\n' }: StreamForm = {},
): HttpReply {
  const events = chunks.map((chunk) => `data: ${JSON.stringify(toChunk(chunk))}${separator}`);
  if (done) events.push(`data: [DONE]${separator}`);
  return { status: 200, headers: { 'content-type': type }, body: events.join('') };
}

function toChunk(chunk: Readonly<Record<string, unknown>>): unknown {
  if ('choices' in chunk || 'error' in chunk) return chunk;
  const { finish_reason: finish = null, ...delta } = chunk;
  return { id: 's', choices: [{ index: 0, delta, finish_reason: finish }] };
}

/** A completion as it stands on the wire. */
export function completion(
  message: unknown,
  rest: Readonly<Record<string, unknown>> = {},
): HttpReply {
  const choice = { index: 0, message, finish_reason: 'stop' };
  return { status: 200, body: { id: 'x', object: 'chat.completion', choices: [choice], ...rest } };
}

/** Messages of one role in a request. */
export function messagesOf(
  request: ModelRequest | undefined,
  role: string,
): readonly WireMessage[] {
  return (request?.body.messages ?? []).filter((message) => message.role === role);
}
