import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { canonicalJson } from './canonical-json.ts';
import type { SeenRequest } from './recorded-request.ts';
import type {
  RecordedList,
  RecordedReply,
  RecordedRequest,
  RecordedToolCall,
  Scenario,
} from './scenario.ts';

export interface SeenExchange {
  readonly run: number;
  readonly request: SeenRequest;
  readonly reply: RecordedReply;
}

export interface SeenList {
  readonly depth: number;
  readonly tools: readonly ToolDescriptor[];
}

export interface Seen {
  readonly exchanges: readonly SeenExchange[];
  readonly lists: readonly SeenList[];
  readonly calls: readonly RecordedToolCall[];
}

/** What was seen as a scenario: plain JSON that shares nothing with the run. */
export function writeScenario({ exchanges, lists, calls }: Seen): Scenario {
  const shelf = createShelf();
  const scenario: Scenario = {
    version: 1,
    replies: exchanges.map(({ reply }) => reply),
    requests: writeRequests(exchanges, shelf),
    tools: { lists: writeLists(lists, shelf), calls, descriptors: shelf.tools },
  };
  return JSON.parse(JSON.stringify(scenario)) as Scenario;
}

/** The inverse: every request whole again. */
export function readRequests({ requests, tools }: Scenario): readonly SeenRequest[] {
  const lastOf = new Map<number, SeenRequest>();
  return requests.map(({ run, kept, messages, offered, ...facts }) => {
    const last = lastOf.get(run);
    const request: SeenRequest = {
      ...facts,
      messages: [...(last?.messages.slice(0, kept) ?? []), ...messages],
      tools: offered === undefined ? (last?.tools ?? []) : readTools(offered, tools.descriptors),
    };
    lastOf.set(run, request);
    return request;
  });
}

export function readTools(
  places: readonly number[],
  descriptors: readonly ToolDescriptor[],
): readonly ToolDescriptor[] {
  return places.flatMap((place) => descriptors[place] ?? []);
}

function writeRequests(
  exchanges: readonly SeenExchange[],
  shelf: Shelf,
): readonly RecordedRequest[] {
  const lastOf = new Map<number, SeenRequest>();
  return exchanges.map(({ run, request }) => {
    const { messages, tools, ...facts } = request;
    const last = lastOf.get(run);
    lastOf.set(run, request);
    const kept = countKept(last, request);
    const offered = tools.map(shelf.place);
    const before = last?.tools.map(shelf.place) ?? [];
    const isSame = canonicalJson(offered) === canonicalJson(before);
    const rest = messages.slice(kept);
    return { run, ...facts, kept, messages: rest, ...(isSame ? {} : { offered }) };
  });
}

function countKept(last: SeenRequest | undefined, { messages }: SeenRequest): number {
  const before = last?.messages ?? [];
  const changed = messages.findIndex((message, index) => {
    const old = before[index];
    return old !== message && (old === undefined || canonicalJson(old) !== canonicalJson(message));
  });
  return changed === -1 ? messages.length : changed;
}

interface Shelf {
  readonly tools: readonly ToolDescriptor[];
  readonly place: (tool: ToolDescriptor) => number;
}

function createShelf(): Shelf {
  const tools: ToolDescriptor[] = [];
  const places = new Map<string, number>();
  const placed = new WeakMap<ToolDescriptor, number>();
  const put = (tool: ToolDescriptor): number => {
    const key = canonicalJson(tool);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, tools.length);
    return tools.push(tool) - 1;
  };
  return {
    tools,
    place: (tool) => {
      const place = placed.get(tool) ?? put(tool);
      placed.set(tool, place);
      return place;
    },
  };
}

function writeLists(lists: readonly SeenList[], shelf: Shelf): readonly RecordedList[] {
  const written: RecordedList[] = [];
  const lastOf = new Map<number, number>();
  for (const { depth, tools } of lists) {
    const places = tools.map(shelf.place);
    const index = lastOf.get(depth) ?? -1;
    const last = written[index];
    if (last !== undefined && canonicalJson(last.tools) === canonicalJson(places)) {
      written[index] = { ...last, times: last.times + 1 };
    } else {
      lastOf.set(depth, written.push({ depth, times: 1, tools: places }) - 1);
    }
  }
  return written;
}
