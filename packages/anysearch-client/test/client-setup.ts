import { createAnySearchClient } from '@mini-agent/anysearch-client';
import type { AnySearchClient, AnySearchOptions } from '@mini-agent/anysearch-client';
import type { Tool, ToolContext, ToolResult } from '@mini-agent/foundation/tool';
import type { Clock } from '@mini-agent/foundation/time';
import { startAnySearch } from '@mini-agent/testkit';
import type { AnySearchSwitches, FakeAnySearch } from '@mini-agent/testkit';
import { onTestFinished } from 'vitest';

export interface Setup {
  readonly fake: FakeAnySearch;
  readonly client: AnySearchClient;
  readonly clock: TestClock;
}

/** A clock that only moves when it is told to, or when somebody sleeps by it. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(): TestClock {
  let time = Date.UTC(2026, 8, 24);
  return {
    now: () => time,
    sleep: (ms) => {
      time += ms;
      return Promise.resolve();
    },
    advance: (ms) => {
      time += ms;
    },
  };
}

/** A fake service and a client of it. The test fails when the client ever tried to make an account. */
export async function setUp(
  options: Partial<AnySearchOptions> = {},
  switches: Partial<AnySearchSwitches> = {},
): Promise<Setup> {
  const fake = await startAnySearch(switches);
  onTestFinished(async () => {
    await fake.close();
    if (fake.violations.length > 0) throw new Error(fake.violations.join());
  });
  const clock = testClock();
  const client = createAnySearchClient({ baseUrl: fake.url, clock, ...options });
  return { fake, client, clock };
}

/** Discovers the tools and runs one of them. */
export async function runTool(
  client: AnySearchClient,
  name: string,
  ...[args, context]: readonly [args: unknown, context?: ToolContext]
): Promise<ToolResult> {
  const tool = await findTool(client, name);
  return tool.execute(args, context);
}

export async function findTool(client: AnySearchClient, name: string): Promise<Tool> {
  const tool = (await client.discover()).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

export async function toolNames(client: AnySearchClient): Promise<readonly string[]> {
  return (await client.discover()).map((tool) => tool.name);
}

/** Everything about an error that could reach a log or a model. */
export async function traceOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('the call did not fail');
  return [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n');
}

export const noSignal: AbortSignal = new AbortController().signal;
