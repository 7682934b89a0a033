import type {
  ChatModel,
  ChatRequest,
  ChatResponse,
  ModelEvent,
  ToolCall,
  ToolOutcome,
  ToolRunner,
} from '@mini-agent/foundation/chat';
import type { Secret } from '@mini-agent/foundation/secret';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { createCleaner, type Cleaner } from './cleaner.ts';
import { argumentsOf, createRequestReader, type SeenRequest } from './recorded-request.ts';
import { isTold, toFailure, toReply, type Told } from './recorded-reply.ts';
import type { RecordedOutcome, RecordedReply, RecordedToolCall, Scenario } from './scenario.ts';
import { writeScenario, type SeenExchange, type SeenList } from './write-scenario.ts';

export interface RecorderOptions {
  /** Texts that must not be in the scenario, beside what looks like a credential. */
  readonly secrets?: readonly (string | Secret)[];
}

/** Writes down what models and tools answer; what they do is not changed by it. */
export interface Recorder {
  /** The same model, recorded. Several models of one recorder share its scenario. */
  model(model: ChatModel): ChatModel;
  /** The same tools, recorded. */
  tools(runner: ToolRunner): ToolRunner;
  /** Everything so far as plain JSON; calls still under way are not in it. */
  scenario(): Scenario;
}

interface Tape {
  readonly cleaner: Cleaner;
  readonly read: (request: ChatRequest) => SeenRequest;
  readonly readTools: (tools: readonly ToolDescriptor[]) => readonly ToolDescriptor[];
  readonly runOf: (runId: string | undefined) => number;
  readonly exchanges: { run: number; request: SeenRequest; reply?: RecordedReply }[];
  readonly lists: SeenList[];
  readonly calls: (Omit<RecordedToolCall, 'outcome'> & { outcome?: RecordedOutcome })[];
}

/**
 * A recorder whose `scenario()` can be kept as JSON, played by `createScriptedModel(scenario.replies)`, and replayed whole, models and
 * tools, by `createReplay`. It holds no secrets, headers or raw bodies: only what a run itself sees.
 */
export function createRecorder({ secrets = [] }: RecorderOptions = {}): Recorder {
  const cleaner = createCleaner(secrets);
  const reader = createRequestReader(cleaner);
  const runs = new Map<string, number>();
  const tape: Tape = {
    cleaner,
    read: reader.read,
    readTools: reader.tools,
    runOf: (runId = '') => {
      const known = runs.get(runId) ?? runs.size;
      runs.set(runId, known);
      return known;
    },
    exchanges: [],
    lists: [],
    calls: [],
  };
  return {
    model: (model) => recordModel(model, tape),
    tools: (runner) => recordTools(runner, tape),
    scenario: () => {
      const isAnswered = (entry: Tape['exchanges'][number]): entry is SeenExchange =>
        entry.reply !== undefined;
      const isDone = (call: Tape['calls'][number]): call is RecordedToolCall =>
        call.outcome !== undefined;
      const { exchanges, lists, calls } = tape;
      return writeScenario({
        exchanges: exchanges.filter(isAnswered),
        lists,
        calls: calls.filter(isDone),
      });
    },
  };
}

function recordModel(model: ChatModel, tape: Tape): ChatModel {
  return {
    complete: async (request, options) => {
      const entry = quietly(() => openExchange(request, tape));
      const told: Told = { events: [], streamed: false };
      const onEvent = (event: ModelEvent): void => {
        if (isTold(event)) told.events.push(event);
        else told.streamed = true;
        options.onEvent?.(event);
      };
      let response: ChatResponse;
      try {
        response = await model.complete(request, { ...options, onEvent });
      } catch (error) {
        if (entry) entry.reply = toFailure(error, { told, cleaner: tape.cleaner });
        throw error;
      }
      if (entry) {
        const context = { told, cleaner: tape.cleaner };
        entry.reply = quietly(() => toReply(response, context)) ?? { error: 'malformed' };
      }
      return response;
    },
  };
}

function openExchange(request: ChatRequest, tape: Tape): Tape['exchanges'][number] {
  const entry = { run: tape.runOf(request.runId), request: tape.read(request) };
  tape.exchanges.push(entry);
  return entry;
}

function recordTools(runner: ToolRunner, tape: Tape): ToolRunner {
  return {
    list: async (options) => {
      const tools = await runner.list(options);
      quietly(() => tape.lists.push({ depth: options.depth, tools: tape.readTools(tools) }));
      return tools;
    },
    call: async (call, context) => {
      const entry = quietly(() => openCall(call, context.runId, tape));
      const outcome = await runner.call(call, context);
      if (entry) {
        const clean = quietly(() => cleanOutcome(outcome, tape.cleaner));
        if (clean) entry.outcome = clean;
      }
      return outcome;
    },
  };
}

function openCall(call: ToolCall, runId: string | undefined, tape: Tape): Tape['calls'][number] {
  const name = tape.cleaner.text(call.name);
  const entry = { run: tape.runOf(runId), name, arguments: argumentsOf(call, tape.cleaner) };
  tape.calls.push(entry);
  return entry;
}

/** The call that it answers is given when it is replayed. */
function cleanOutcome(outcome: ToolOutcome, cleaner: Cleaner): RecordedOutcome {
  return cleaner.json({ ...outcome, callId: undefined });
}

/** Models and tools may be plain JavaScript: what cannot be written down must not break a run. */
function quietly<Result>(record: () => Result): Result | undefined {
  try {
    return record();
  } catch {
    return undefined;
  }
}
