import type { RawServer } from '@mini-agent/testkit';
import { describe, expect, test } from 'vitest';
import { createRunId } from '../../src/runs/run-id.ts';
import { fakeServerCommand, rawServer, temporaryFolder } from '../stdio-harness.ts';

const extension = 'io.modelcontextprotocol/tasks';
const forms = { elicitation: { form: {} }, sampling: {} };

type Fields = Readonly<Record<string, unknown>>;

interface Answer {
  readonly result?: Fields;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A client of 2026-07-28 that says with each request what it can do. */
async function client(
  capabilities: Fields,
  env: Readonly<Record<string, string>> = {},
): Promise<{
  readonly server: RawServer;
  readonly ask: (method: string, params?: Fields, meta?: Fields) => Promise<Answer>;
  readonly call: (args: Fields, meta?: Fields) => Promise<Answer>;
}> {
  const server = await rawServer(fakeServerCommand(env));
  const ask = async (method: string, params: Fields = {}, meta: Fields = {}): Promise<Answer> => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': capabilities,
      ...meta,
    };
    return await server.request(method, { ...params, _meta }, { timeoutMs: 15_000 });
  };
  const call = (args: Fields, meta: Fields = {}): Promise<Answer> =>
    ask('tools/call', { name: 'run_agent', arguments: args }, meta);
  return { server, ask, call };
}

const withTasks = { extensions: { [extension]: {} } };

const integer: unknown = expect.toSatisfy((value) => Number.isInteger(value) && Number(value) > 0);
const isoTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

async function until(
  get: () => Promise<Answer>,
  isThere: (task: Fields) => boolean,
): Promise<Fields> {
  let task: Fields = {};
  await expect
    .poll(
      async () => {
        task = (await get()).result ?? {};
        return isThere(task);
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  return task;
}

describe('a client that declares the tasks extension', { timeout: 40_000 }, () => {
  test('gets a task for a run that is not over at once, and its result by tasks/get', async () => {
    const { ask, call } = await client(withTasks);
    const discovered = await ask('server/discover');
    expect(discovered.result?.['capabilities']).toEqual({
      tools: {},
      extensions: { [extension]: {} },
    });
    const created = await call({ task: 'model sleep 2500' });
    const { taskId } = created.result as { readonly taskId: string };
    expect(created.result).toEqual({
      resultType: 'task',
      taskId: expect.stringMatching(/^run_[0-9a-z]+_[0-9a-f]{32}$/) as unknown,
      status: 'working',
      statusMessage: expect.any(String) as unknown,
      createdAt: isoTime,
      lastUpdatedAt: isoTime,
      ttlMs: integer,
      pollIntervalMs: integer,
      // The protocol library adds it to every result of a tool.
      content: [],
      _meta: expect.anything() as unknown,
    });
    const get = (): Promise<Answer> => ask('tasks/get', { taskId });
    expect((await get()).result).toMatchObject({ resultType: 'complete', status: 'working' });
    const done = await until(get, ({ status }) => status === 'completed');
    expect(done).toMatchObject({
      taskId,
      resultType: 'complete',
      result: {
        resultType: 'complete',
        content: [{ type: 'text' }],
        structuredContent: { status: 'completed', answer: 'sleep 2500', run_id: taskId },
      },
    });
    expect((done['result'] as Fields)['_meta']).toBeUndefined();
  });

  test('gets the result itself where the run is over at once, or where it names a time to wait', async () => {
    const { call } = await client(withTasks);
    expect((await call({ task: 'answer 7' })).result).toMatchObject({
      resultType: 'complete',
      structuredContent: { status: 'completed', answer: '7' },
    });
    expect((await call({ task: 'model sleep 60000', wait_seconds: 0 })).result).toMatchObject({
      resultType: 'complete',
      structuredContent: { status: 'running' },
    });
    expect((await call({ task: '' })).result).toMatchObject({
      resultType: 'complete',
      isError: true,
    });
  });

  test('no progress comes after the task was given', async () => {
    const { server, call } = await client(withTasks);
    const created = await call({ task: 'model steps 30 every 100' }, { progressToken: 'p' });
    expect(created.result).toMatchObject({ resultType: 'task' });
    const count = server.frames().length;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(server.frames().length).toBe(count);
  });

  test('tasks/cancel stops the run, is answered with nothing, and does nothing to one that is over', async () => {
    const { ask, call } = await client(withTasks);
    const { result } = await call({ task: 'model sleep 60000' });
    const taskId = result?.['taskId'];
    const empty = { resultType: 'complete', _meta: expect.anything() as unknown };
    expect((await ask('tasks/cancel', { taskId })).result).toEqual(empty);
    const stopped = await until(
      () => ask('tasks/get', { taskId }),
      ({ status }) => status === 'cancelled',
    );
    expect(stopped).not.toHaveProperty('result');
    expect((await ask('tasks/cancel', { taskId })).result).toEqual(empty);
    expect((await ask('tasks/get', { taskId })).result).toMatchObject({ status: 'cancelled' });
  });

  test('is asked for input by the task, answers by tasks/update part by part, and the run goes on', async () => {
    const { ask, call } = await client({ ...withTasks, ...forms });
    const { result } = await call({ task: 'both' });
    expect(result).toMatchObject({ resultType: 'task' });
    expect(result).not.toHaveProperty('inputRequests');
    const taskId = result?.['taskId'];
    const get = (): Promise<Answer> => ask('tasks/get', { taskId });
    const keysOf = (task: Fields): readonly string[] => Object.keys(task['inputRequests'] ?? {});
    const waiting = await until(get, (task) => keysOf(task).length === 2);
    expect(waiting).toMatchObject({ status: 'input_required', resultType: 'complete' });
    const requests = waiting['inputRequests'] as Readonly<Record<string, { method: string }>>;
    const keyOf = (method: string): string =>
      Object.entries(requests).find(([, request]) => request.method === method)?.[0] ?? '';
    const [model, user] = [keyOf('sampling/createMessage'), keyOf('elicitation/create')];
    const said = { role: 'assistant', model: 'm', content: { type: 'text', text: 'hello' } };
    const first = await ask('tasks/update', { taskId, inputResponses: { [model]: said, odd: {} } });
    expect(Object.keys(first.result ?? {}).sort()).toEqual(['_meta', 'resultType']);
    expect(keysOf((await get()).result ?? {})).toEqual([user]);
    await ask('tasks/update', { taskId, inputResponses: { [user]: { action: 'decline' } } });
    const done = await until(get, ({ status }) => status === 'completed');
    const { answer } = (done['result'] as { structuredContent: { answer: string } })
      .structuredContent;
    expect(JSON.parse(answer)).toEqual(['hello', { action: 'decline' }]);
  });

  test('a run that failed is a completed task with an error result, a fault of the server a failed task', async () => {
    const { ask, call } = await client(withTasks);
    const end = async (task: string): Promise<Fields> => {
      const { result } = await call({ task: `model ${task}`, wait_seconds: 0 });
      const taskId = (result?.['structuredContent'] as Fields)['run_id'];
      return until(
        () => ask('tasks/get', { taskId }),
        ({ status }) => status !== 'working',
      );
    };
    expect(await end('fail')).toMatchObject({ status: 'completed', result: { isError: true } });
    const crashed = await end('crash');
    expect(crashed).toMatchObject({ status: 'failed', error: { code: -32_603 } });
    expect(crashed).not.toHaveProperty('result');
    expect(JSON.stringify(crashed)).not.toContain('sk-');
  });

  test('an unknown task is -32602, as are params without a task; older methods are gone', async () => {
    const { ask } = await client(withTasks);
    const bad: readonly Fields[] = [
      { taskId: 'nope' },
      { taskId: '../x' },
      { taskId: createRunId(Date.now()) },
      {},
      { taskId: 5 },
    ];
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      for (const params of bad) {
        expect(await ask(method, params), method).toMatchObject({ error: { code: -32_602 } });
      }
    }
    for (const method of ['tasks/list', 'tasks/result']) {
      expect(await ask(method, { taskId: 'x' })).toMatchObject({ error: { code: -32_601 } });
    }
  });

  test('a task outlives its process: the next one finishes it when it is asked for', async () => {
    const home = temporaryFolder();
    const first = await client(withTasks, { MINI_AGENT_HOME: home });
    const { result } = await first.call({ task: 'model sleep 2000' });
    const taskId = result?.['taskId'];
    process.kill(first.server.pid, 'SIGKILL');
    await first.server.waitForExit();
    const second = await client(withTasks, { MINI_AGENT_HOME: home });
    const done = await until(
      () => second.ask('tasks/get', { taskId }),
      ({ status }) => status === 'completed',
    );
    expect(done['result']).toMatchObject({ structuredContent: { answer: 'sleep 2000' } });
  });
});

describe('a client that does not declare it', { timeout: 30_000 }, () => {
  test.each([{}, { extensions: {} }, { extensions: { 'io.example/tasks': {} } }, forms])(
    'gets no task and cannot ask for one: %j',
    async (capabilities) => {
      const { ask, call } = await client(capabilities, { TEST_WAIT_SECONDS: '1.2' });
      const handed = await call({ task: 'model sleep 60000' });
      expect(handed.result ?? handed).toMatchObject({
        resultType: 'complete',
        structuredContent: { status: 'running' },
      });
      const taskId = (handed.result?.['structuredContent'] as Fields)['run_id'];
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        expect(await ask(method, { taskId, inputResponses: {} })).toMatchObject({
          error: {
            code: -32_021,
            data: { requiredCapabilities: { extensions: { [extension]: {} } } },
          },
        });
      }
      expect((await call({ run_id: taskId, wait_seconds: 0 })).result).toMatchObject({
        structuredContent: { status: 'running' },
      });
    },
  );

  test('a session of 2025-11-25 hears nothing of tasks', async () => {
    const server = await rawServer();
    const { capabilities } = (await server.initialize()) as unknown as { capabilities?: unknown };
    expect(JSON.stringify(capabilities ?? {})).not.toContain('tasks');
    expect(await server.request('tasks/get', { taskId: 'x' })).toMatchObject({
      error: { code: -32_601 },
    });
  });
});
