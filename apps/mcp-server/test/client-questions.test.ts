import { describe, expect, test } from 'vitest';
import { createRunRegistry } from '../src/runs/registry.ts';
import { createRunStore } from '../src/runs/run-store.ts';
import {
  createRunAgentTool,
  type CallOutcome,
  type CallRequest,
  type RunAgentTool,
} from '../src/server/call-run-agent.ts';
import { hasForms } from '../src/server/elicitation-forms.ts';
import { fakeRunner } from './fixtures/fake-runner.ts';
import { temporaryFolder } from './stdio-harness.ts';

const clientModel = { sampling: true, samplingTools: true, elicitation: true, session: {} };

function setUp(): (
  args: Readonly<Record<string, unknown>>,
  change?: Partial<CallRequest>,
) => ReturnType<RunAgentTool['call']> {
  const folder = temporaryFolder();
  const store = createRunStore({ directory: () => Promise.resolve(folder), log: () => undefined });
  const tool = createRunAgentTool(createRunRegistry({ runner: fakeRunner, store }), {
    trace: false,
    waitSeconds: { withToken: 20, withoutToken: 20 },
    agentNames: [],
    isNested: false,
  });
  return (args, change = {}) =>
    tool.call({
      arguments: args,
      signal: new AbortController().signal,
      caller: 'me',
      clientModel,
      onModelRun: () => undefined,
      ...change,
    });
}

type Asked = Extract<CallOutcome, { kind: 'input_required' }>;

function asked(outcome: CallOutcome): Asked & {
  readonly keyOf: (kind: 'sampling' | 'elicitation') => string;
} {
  if (outcome.kind !== 'input_required') throw new Error(JSON.stringify(outcome));
  const keys = Object.entries(outcome.requests);
  return {
    ...outcome,
    keyOf: (wanted) => keys.find(([, { kind }]) => kind === wanted)?.[0] ?? '',
  };
}

function resultOf(outcome: CallOutcome): Readonly<Record<string, unknown>> & {
  readonly text: string;
} {
  if (outcome.kind !== 'result') throw new Error('no result');
  const { structuredContent, content } = outcome.result;
  return { ...structuredContent, text: content[0].text };
}

const said = { content: { type: 'text', text: 'hello' } };
const yes = { action: 'accept', content: { approve: true } };

describe('from 2026-07-28, a run that asks model and user at once', () => {
  test('hands both to the client, and goes on with both answers', async () => {
    const call = setUp();
    const first = asked(await call({ task: 'both' }));
    const model = first.keyOf('sampling');
    const user = first.keyOf('elicitation');
    expect(Object.keys(first.requests)).toHaveLength(2);
    expect(first.requests[user]).toEqual({ kind: 'elicitation', params: { message: 'may it?' } });
    const responses = { [user]: yes, [model]: said, other: said };
    const done = await call({ task: 'both' }, { resumedRunId: first.runId, responses });
    expect(resultOf(done)).toMatchObject({
      status: 'completed',
      answer: JSON.stringify(['hello', yes]),
    });
  });

  test.each(['sampling', 'elicitation'] as const)(
    'an answer for %s alone leaves the other request under its key',
    async (kind) => {
      const call = setUp();
      const first = asked(await call({ task: 'both' }));
      const other = kind === 'sampling' ? 'elicitation' : 'sampling';
      const answers = { sampling: said, elicitation: yes };
      const again = asked(
        await call(
          { task: 'both' },
          { resumedRunId: first.runId, responses: { [first.keyOf(kind)]: answers[kind] } },
        ),
      );
      const left = first.keyOf(other);
      expect(Object.keys(again.requests)).toEqual([left]);
      const done = await call(
        { task: 'both' },
        { resumedRunId: first.runId, responses: { [left]: answers[other], wrong_1: 'x' } },
      );
      expect(resultOf(done)['status']).toBe('completed');
    },
  );

  test('and a client that answers nothing is asked the same again', async () => {
    const call = setUp();
    const first = asked(await call({ task: 'both' }));
    const again = asked(
      await call({ task: 'both' }, { resumedRunId: first.runId, responses: { wrong: yes } }),
    );
    expect(again.requests).toEqual(first.requests);
  });

  test('and another call of a client without forms gets only what that client can be asked', async () => {
    const call = setUp();
    const first = asked(await call({ task: 'both' }));
    const { requests } = asked(
      await call({ run_id: first.runId }, { clientModel: { ...clientModel, elicitation: false } }),
    );
    expect(Object.values(requests).map(({ kind }) => kind)).toEqual(['sampling']);
  });
});

describe('a run whose user has not answered', () => {
  test('is handed back as one that needs input; who comes back is asked', async () => {
    const call = setUp();
    const sendElicitation = (): Promise<unknown> => new Promise(() => undefined);
    const sendSampling = sendElicitation;
    const waiting = resultOf(
      await call({ task: 'ask', wait_seconds: 0.05 }, { sendElicitation, sendSampling }),
    );
    const runId = String(waiting['run_id']);
    expect(waiting).toMatchObject({ status: 'needs_input' });
    expect(waiting['outcome']).toBeUndefined();
    expect(waiting.text).toMatch(/\n--- Still running ---\nrun_id: run_\w+ – the run waits for/);
    expect(waiting.text).toContain(`run_agent {"run_id":"${runId}"}`);
    expect(waiting['answer']).toMatch(/user's approval/);
  });

  test('is asked when its caller comes back, and shows that until then', async () => {
    const call = setUp();
    const first = resultOf(await call({ task: 'ask', wait_seconds: 0 }, { clientModel: none }));
    const later = resultOf(
      await call({ run_id: first['run_id'], wait_seconds: 0 }, { clientModel: none }),
    );
    expect(later).toMatchObject({ status: 'needs_input' });
    const sendElicitation = (): Promise<unknown> => Promise.resolve(yes);
    const done = await call({ run_id: first['run_id'] }, { sendElicitation });
    expect(resultOf(done)).toMatchObject({ status: 'completed', answer: JSON.stringify(yes) });
  });

  test('says so in Chinese', async () => {
    const call = setUp();
    const text = resultOf(
      await call({ task: 'ask 请帮我处理一下', wait_seconds: 0.05 }, { clientModel: none }),
    ).text;
    expect(text).toMatch(/运行正在等待用户批准/);
  });
});

const none = { ...clientModel, elicitation: false };

test.each([
  [{}, true],
  [{ form: {} }, true],
  [{ form: {}, url: {} }, true],
  [{ applyDefaults: true }, true],
  [{ url: {} }, false],
  [undefined, false],
  [null, false],
  [true, false],
])('a client that declared %j shows forms: %s', (capability, expected) => {
  expect(hasForms(capability)).toBe(expected);
});
