import type { ChatModel, ChatRequest, ToolCall, ToolRunner } from '@mini-agent/foundation/chat';
import type { Secret } from '@mini-agent/foundation/secret';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { ModelError } from '../errors.ts';
import { isJsonObject } from '../json.ts';
import { play } from '../scripted-model.ts';
import { canonicalJson } from './canonical-json.ts';
import { createCleaner } from './cleaner.ts';
import { findDifference, type Difference, type Neutral } from './compare-requests.ts';
import { argumentsOf, createRequestReader, type SeenRequest } from './recorded-request.ts';
import { createReplayedLists } from './replayed-lists.ts';
import type { RecordedReply, RecordedToolCall, Scenario } from './scenario.ts';
import { readRequests } from './write-scenario.ts';

export interface ReplayOptions {
  /** The secrets of the recorder, where the replayed run meets them too. */
  readonly secrets?: readonly (string | Secret)[];
  /** What may differ from run to run in texts (dates, random ids); the marks that a run sets around tool results and its id always may. */
  readonly ignore?: readonly RegExp[];
}

export interface Replay {
  readonly model: ChatModel;
  readonly tools: ToolRunner;
}

/**
 * The models and tools of a scenario, offline: what was asked is answered as it was, failures included, whatever the order in which
 * parallel calls come. What was not asked is not answered: `complete` then rejects with `unavailable` and says what differs
 * (`details.field`). A tool call that is not in the scenario fails with `tool_error`, and the next request of its run is refused.
 *
 * A run that was stopped from outside ends at that place with `aborted`, whether or not it is stopped again.
 */
export function createReplay(scenario: Scenario, options: ReplayOptions = {}): Replay {
  checkVersion(scenario);
  const replay = openReplay(scenario, options);
  const lists = createReplayedLists(scenario.tools);
  return {
    model: {
      complete: async (request, { signal, onEvent }) => {
        if (signal.aborted) throw new ModelError('aborted', 'The model call was aborted.');
        return play(replay.answer(request), { request, onEvent });
      },
    },
    tools: {
      list: ({ depth }) => Promise.resolve(lists.next(depth)),
      call: (call, { runId }) => {
        const found = replay.take(call, runId);
        if (found !== undefined) return Promise.resolve({ ...found.outcome, callId: call.id });
        const message = `The scenario has no such call of ${call.name}; record it anew.`;
        const failed = { ok: false, code: 'tool_error', message, retry: false } as const;
        return Promise.resolve({ ...failed, callId: call.id, durationMs: 0, tries: 0 });
      },
    },
  };
}

function areObjects(list: unknown): list is readonly JsonObject[] {
  return Array.isArray(list) && list.every(isJsonObject);
}

interface Exchange {
  readonly index: number;
  readonly run: number;
  readonly request: SeenRequest;
  readonly reply: RecordedReply;
}

interface OpenReplay {
  readonly answer: (request: ChatRequest) => RecordedReply;
  readonly take: (call: ToolCall, runId: string | undefined) => RecordedToolCall | undefined;
}

/** A scenario comes from a file, which may hold anything. */
function checkVersion(scenario: unknown): void {
  const { version, replies, requests, tools } = isJsonObject(scenario) ? scenario : {};
  const { lists, calls, descriptors } = isJsonObject(tools) ? tools : {};
  const isWhole =
    [replies, lists, calls, descriptors].every(areObjects) &&
    areObjects(requests) &&
    requests.every(({ messages }) => Array.isArray(messages));
  if (version === 1 && isWhole) return;
  const found = version === 1 ? 'parts are missing' : 'its version is another one';
  throw new ModelError(
    'unavailable',
    `This is no scenario of version 1: ${found}. Record it anew.`,
  );
}

function openReplay(scenario: Scenario, { secrets = [], ignore = [] }: ReplayOptions): OpenReplay {
  const cleaner = createCleaner(secrets);
  const reader = createRequestReader(cleaner);
  const neutral = neutralFor(ignore);
  const exchanges = new Set(readExchanges(scenario));
  const calls = new Set(scenario.tools.calls);
  const runs = new Map<string, number>();
  const strays = new Map<string, string>();

  const isMine = (run: number, runId: string): boolean => {
    const mine = runs.get(runId);
    return mine === undefined ? ![...runs.values()].includes(run) : mine === run;
  };
  const answer = (request: ChatRequest): RecordedReply => {
    const { runId } = request;
    const stray = strays.get(runId);
    if (stray !== undefined)
      throw deviates({ field: 'tools', recorded: 'no such call', given: stray });
    const seen = reader.read(request);
    const open = [...exchanges].filter(({ run }) => isMine(run, runId));
    let first: (Difference & { readonly index: number }) | undefined;
    for (const exchange of open) {
      const difference = findDifference(exchange.request, seen, neutral);
      if (difference === undefined) {
        exchanges.delete(exchange);
        runs.set(runId, exchange.run);
        return exchange.reply;
      }
      first ??= { ...difference, index: exchange.index };
    }
    throw first === undefined ? atEnd(scenario) : deviates(first);
  };
  const take = (call: ToolCall, runId = ''): RecordedToolCall | undefined => {
    const key = (name: string, given: unknown): string => neutral(canonicalJson([name, given]));
    const wanted = key(cleaner.text(call.name), argumentsOf(call, cleaner));
    const found = [...calls].find(
      (entry) => isMine(entry.run, runId) && key(entry.name, entry.arguments) === wanted,
    );
    if (found === undefined) strays.set(runId, wanted.slice(0, 200));
    else {
      calls.delete(found);
      runs.set(runId, found.run);
    }
    return found;
  };
  return { answer, take };
}

function readExchanges(scenario: Scenario): readonly Exchange[] {
  return readRequests(scenario).flatMap((request, index) => {
    const reply = scenario.replies[index];
    const run = scenario.requests[index]?.run;
    return reply === undefined || run === undefined ? [] : [{ index, run, request, reply }];
  });
}

function neutralFor(ignore: readonly RegExp[]): Neutral {
  const patterns = ignore.map(
    ({ source, flags }) => new RegExp(source, flags.includes('g') ? flags : `${flags}g`),
  );
  return (text) => patterns.reduce((done, pattern) => done.replace(pattern, '<any>'), text);
}

function deviates(difference: Difference & { readonly index?: number }): ModelError {
  const { field, recorded, given, index } = difference;
  const where = index === undefined ? '' : ` from request ${index + 1}`;
  const text = `The run deviates${where} of the scenario in ${field}: recorded ${recorded}, now ${given}. Record it anew.`;
  const details = { field, ...(index === undefined ? {} : { request: index + 1 }) };
  return new ModelError('unavailable', text, { details });
}

function atEnd({ requests }: Scenario): ModelError {
  const text = `The scenario is over after ${requests.length} requests and has none left for this one. Record it anew.`;
  return new ModelError('unavailable', text, { details: { field: 'requests' } });
}
