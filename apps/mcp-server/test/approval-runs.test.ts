import type { Tool } from '@mini-agent/foundation/tool';
import { createScriptedModel, type ScriptedReply } from '@mini-agent/llm-router';
import type { AgentEvent, RunResult } from '@mini-agent/react-agent';
import { createToolManager } from '@mini-agent/tool-manager';
import { describe, expect, test } from 'vitest';
import { createApprovals } from '../src/compose/approvals.ts';
import type { Models } from '../src/compose/models.ts';
import { createNestedRuns } from '../src/compose/nested-runs.ts';
import { createRunBudgets } from '../src/compose/run-budget.ts';
import { createRunner } from '../src/compose/runner.ts';
import type { ApprovalPolicy } from '../src/config/approvals.ts';
import { createClientBroker } from '../src/runs/client-broker.ts';
import { asking, client, type AskedClient } from './fixtures/asked-client.ts';

const { signal } = new AbortController();
const ask: ApprovalPolicy = { mode: 'ask', allow: [] };
const yes = { action: 'accept', content: { approve: true } };

describe('approvals in a run', () => {
  const base = { openWorld: false, destructive: false } as const;

  function tool(name: string, change: Partial<Tool['annotations']>, done: string[]): Tool {
    return {
      name,
      title: name,
      description: name,
      inputSchema: { jsonSchema: { type: 'object' } },
      annotations: {
        ...base,
        readOnly: false,
        idempotent: false,
        untrustedOutput: false,
        ...change,
      },
      execute: () => {
        done.push(name);
        return Promise.resolve({ text: `${name} done` });
      },
    };
  }

  interface Ran {
    readonly result: RunResult;
    readonly done: readonly string[];
    readonly events: readonly AgentEvent[];
    readonly told: string;
  }

  async function run(
    replies: readonly ScriptedReply[],
    policy: ApprovalPolicy,
    person?: AskedClient,
  ): Promise<Ran> {
    const done: string[] = [];
    const events: AgentEvent[] = [];
    const model = createScriptedModel(replies);
    const nested = createNestedRuns();
    const step: Tool = {
      ...tool('run_step', { readOnly: true }, done),
      policy: { occupiesSlot: false },
      execute: async (_, context = {}) => {
        const agent = nested.agentOf(context);
        const { answer } = await agent.run('a step', { signal: context.signal ?? signal });
        return { text: answer };
      },
    };
    const models: Models = {
      modes: () => ['http'],
      prepare: () => Promise.resolve(),
      fallbacks: () => [],
      secrets: [],
      providers: [],
      contextTokens: () => undefined,
      budgetFor: createRunBudgets({ limits: {}, log: () => undefined }),
      forRun: () => model,
    };
    const runner = createRunner({
      settings: { maxTurns: 8, runTimeoutMs: 20_000 },
      models,
      tools: createToolManager({
        tools: [
          tool('read_page', { readOnly: true, idempotent: true, untrustedOutput: true }, done),
          tool('send', {}, done),
          tool('send_later', {}, done),
          tool('look', { readOnly: true, idempotent: true }, done),
          step,
        ],
      }),
      discovery: undefined,
      nested,
      approvalsFor: createApprovals({ policy, secrets: [] }),
    });
    const result = await runner.run(asking('go', person !== undefined), {
      runId: 'run',
      signal,
      sampling: person?.broker ?? createClientBroker(),
      onEvent: (event) => events.push(event),
      onState: () => undefined,
    });
    return { result, done, events, told: JSON.stringify(model.requests.at(-1)?.messages) };
  }

  const calls = (...names: readonly string[]): ScriptedReply => ({
    toolCalls: names.map((name) => ({ name, arguments: {} })),
  });

  test('nothing is asked before text from outside is in it', async () => {
    const person = client(() => ({ action: 'decline' }));
    const { done } = await run([calls('send'), 'ok'], ask, person);
    expect(done).toEqual(['send']);
    expect(person.asked).toEqual([]);
  });

  test('afterwards a change is asked about, reading is not, and a no is told to the model', async () => {
    const person = client(({ message }) =>
      String(message).includes('send_later') ? yes : { action: 'decline' },
    );
    const replies = [calls('read_page'), calls('send', 'send_later', 'look'), 'ok'];
    const { done, events, told } = await run(replies, ask, person);
    expect(done.toSorted()).toEqual(['look', 'read_page', 'send_later']);
    expect(person.asked).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'approval_needed')).toHaveLength(2);
    expect(told).toMatch(/send was not called/);
  });

  test.each([
    [{ mode: 'ask', allow: ['send'] }, ['read_page', 'send']],
    [{ mode: 'deny', allow: ['send*'] }, ['read_page', 'send', 'send_later']],
    [{ mode: 'deny', allow: [] }, ['read_page']],
    [{ mode: 'allow', allow: [] }, ['read_page', 'send', 'send_later']],
  ] as const)('with %j and a client that cannot ask', async (policy, expected) => {
    const replies = [calls('read_page'), calls('send', 'send_later'), 'ok'];
    const { done, result, told } = await run(replies, policy);
    expect(done.toSorted()).toEqual(expected);
    expect(result.outcome).toBe('completed');
    if (!done.includes('send')) expect(told).toContain('MINI_AGENT_APPROVALS');
  });

  test('nobody is asked about a tool that there is not', async () => {
    const person = client(() => yes);
    const replies = [calls('read_page'), calls('send_everything'), 'ok'];
    const { result } = await run(replies, ask, person);
    expect(person.asked).toEqual([]);
    expect(result.state.steps[1]).toMatchObject({ error: 'unknown_tool' });
  });

  test('the question of a nested run goes to the same client, and is told like its own', async () => {
    const person = client(() => yes);
    const replies = [calls('run_step'), calls('read_page'), calls('send'), 'step done', 'ok'];
    const { done, events, result } = await run(replies, ask, person);
    expect(done).toEqual(['read_page', 'send']);
    expect(person.asked).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'approval_needed')).toHaveLength(1);
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
  });

  test('what one nested run has read counts for the next, whose task may hold it', async () => {
    const person = client(() => ({ action: 'decline' }));
    const step = (n: number): ScriptedReply => ({
      toolCalls: [{ name: 'run_step', arguments: { n } }],
    });
    const before = [step(1), calls('send'), 'step done', 'ok'];
    expect((await run(before, ask, person)).done).toEqual(['send']);
    const after = [step(1), calls('read_page'), 'read', step(2), calls('send'), 'not sent', 'ok'];
    expect((await run(after, ask, person)).done).toEqual(['read_page']);
    expect(person.asked).toHaveLength(1);
  });

  test('and so does what the outer run has read', async () => {
    const person = client(() => ({ action: 'decline' }));
    const replies = [calls('read_page'), calls('run_step'), calls('send'), 'not sent', 'ok'];
    expect((await run(replies, ask, person)).done).toEqual(['read_page']);
    expect(person.asked).toHaveLength(1);
  });
});
