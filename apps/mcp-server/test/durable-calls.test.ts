import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from '@mini-agent/foundation/tool';
import { createScriptedModel, type ScriptedReply } from '@mini-agent/llm-router';
import { createToolManager } from '@mini-agent/tool-manager';
import { describe, expect, test } from 'vitest';
import { createNestedRuns } from '../src/compose/nested-runs.ts';
import { createRunBudgets } from '../src/compose/run-budget.ts';
import { createRunner } from '../src/compose/runner.ts';
import { parseRecord, type StoredRun } from '../src/runs/run-record.ts';
import { createRunRegistry } from '../src/runs/registry.ts';
import type { RunReport } from '../src/runs/report.ts';
import { createRunStore } from '../src/runs/run-store.ts';
import { temporaryFolder } from './stdio-harness.ts';

const kinds = {
  pay: { readOnly: false, idempotent: false },
  put: { readOnly: false, idempotent: true },
  look: { readOnly: true, idempotent: true },
  roll: { readOnly: true, idempotent: false },
} as const;

type Name = keyof typeof kinds;

interface World {
  readonly run: (replies: readonly ScriptedReply[], mode?: 'auto' | 'rule') => Promise<RunReport>;
  readonly logged: readonly string[];
}

interface WorldOptions {
  readonly directory: () => Promise<string>;
  readonly onCall: (name: Name) => void;
  readonly secureTimeoutMs?: number;
}

function setUp({ directory, onCall, secureTimeoutMs = 5_000 }: WorldOptions): World {
  const logged: string[] = [];
  const tools = (Object.keys(kinds) as Name[]).map((name): Tool => ({
    name,
    title: name,
    description: name,
    inputSchema: { jsonSchema: { type: 'object' } },
    annotations: {
      ...kinds[name],
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
    },
    execute: () => {
      onCall(name);
      return Promise.resolve({ text: `${name} done` });
    },
  }));
  const store = createRunStore({ directory, log: (line) => logged.push(line), secureTimeoutMs });
  const manager = createToolManager({ tools });
  return {
    logged,
    run: async (replies, mode = 'auto') => {
      const model = createScriptedModel(replies, { mode: mode === 'rule' ? 'rule' : 'http' });
      const runner = createRunner({
        settings: { maxTurns: 8, runTimeoutMs: 20_000 },
        models: {
          modes: () => (mode === 'rule' ? ['rule'] : ['http']),
          prepare: () => Promise.resolve(),
          fallbacks: () => [],
          secrets: [],
          providers: [],
          contextTokens: () => undefined,
          budgetFor: createRunBudgets({ limits: {}, log: () => undefined }),
          forRun: () => model,
        },
        tools: manager,
        discovery: undefined,
        nested: createNestedRuns(),
      });
      const clientModel = { sampling: false, samplingTools: false, session: {} };
      const job = { task: 'go', mode, maxTurns: undefined, agent: undefined, clientModel };
      const run = createRunRegistry({ runner, store }).start(job, 'me');
      return run.finished;
    },
  };
}

let count = 0;

/** Calls of which no two are alike: a repeated one would need an approval. */
const calls = (...names: readonly Name[]): ScriptedReply => ({
  toolCalls: names.map((name) => ({ name, arguments: { count: (count += 1) } })),
});

/** The records that are on the disk at this moment. */
function recordsIn(folder: string): readonly StoredRun[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => parseRecord(readFileSync(join(folder, name), 'utf8')) ?? []);
}

describe('a call that must not be made twice', () => {
  test('is on the disk as started when its tool begins, also where others run beside it', async () => {
    const folder = join(temporaryFolder(), '.runs');
    const seen: string[] = [];
    const { run } = setUp({
      directory: () => Promise.resolve(folder),
      onCall: (name) => {
        if (name !== 'pay') return;
        const [record] = recordsIn(folder);
        const pending = record?.state?.pending ?? [];
        const started = pending.filter(({ state }) => state !== 'planned');
        seen.push(started.map(({ call }) => call.name).join());
      },
    });
    const report = await run([calls('look', 'pay'), calls('pay'), calls('pay', 'put'), 'done']);
    expect(report).toMatchObject({ status: 'completed', answer: 'done' });
    expect(seen).toHaveLength(3);
    for (const names of seen) expect(names.split(',')).toContain('pay');
  });

  test('is made once although the disk refuses; that is logged once', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const made: Name[] = [];
    const { run, logged } = setUp({
      directory: () => Promise.resolve(join(file, '.runs')),
      onCall: (name) => made.push(name),
    });
    const report = await run([calls('pay'), calls('put'), calls('pay', 'pay'), 'done']);
    expect(report).toMatchObject({ status: 'completed', answer: 'done' });
    expect(made).toEqual(['pay', 'put', 'pay', 'pay']);
    expect(logged).toEqual([
      expect.stringMatching(/^Runs cannot be kept for later: ENOTDIR\. Set MINI_AGENT_HOME /),
    ]);
  });

  test('is made although the disk does not answer, after a while and with a line in the log', async () => {
    const made: Name[] = [];
    const { run, logged } = setUp({
      directory: () => new Promise(() => undefined),
      onCall: (name) => made.push(name),
      secureTimeoutMs: 30,
    });
    expect((await run([calls('pay'), 'done'])).status).toBe('completed');
    expect(made).toEqual(['pay']);
    expect(logged).toEqual([expect.stringContaining('later: the disk does not answer. ')]);
  });
});

describe('all other calls', () => {
  test.each([
    ['read, or may be repeated', ['look', 'roll', 'put'], 'auto'],
    ['are planned by rules', ['pay', 'put', 'look'], 'rule'],
  ] as const)('that %s do not wait for the disk', async (_, names, mode) => {
    const made: Name[] = [];
    const { run } = setUp({
      // A disk that never answers: who waited for it would wait for a minute.
      directory: () => new Promise(() => undefined),
      onCall: (name) => made.push(name),
      secureTimeoutMs: 60_000,
    });
    const report = await run([calls(...names), 'done'], mode);
    expect(report.status).toBe('completed');
    expect(made.toSorted()).toEqual([...names].toSorted());
  });
});
