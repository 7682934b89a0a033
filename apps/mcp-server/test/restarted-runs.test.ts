import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRunRegistry, type RunRegistry } from '../src/runs/registry.ts';
import type { StoredRun } from '../src/runs/run-record.ts';
import { createRunStore, type RunStore } from '../src/runs/run-store.ts';
import type { Runner, RunJob } from '../src/runs/runner.ts';
import { fakeRunner } from './fixtures/fake-runner.ts';
import { temporaryFolder } from './stdio-harness.ts';

const clientModel = { sampling: false, samplingTools: false, session: {} };
const coming = { mode: 'auto', maxTurns: undefined, agent: undefined, clientModel } as const;

interface World {
  readonly registry: RunRegistry;
  readonly store: RunStore;
  /** What the runner was given. */
  readonly jobs: readonly RunJob[];
  readonly record: (runId: string) => StoredRun;
}

/** A process of the server over `home`. */
function startProcess(home: string): World {
  const folder = join(home, '.runs');
  const store = createRunStore({ directory: () => Promise.resolve(folder), log: () => undefined });
  const jobs: RunJob[] = [];
  const runner: Runner = {
    ...fakeRunner,
    run: (job, ports) => {
      jobs.push(job);
      return fakeRunner.run(job, ports);
    },
  };
  const registry = createRunRegistry({ runner, store });
  onTestFinished(async () => {
    for (const run of registry.active()) run.stop();
    await Promise.all(registry.active().map((run) => run.finished));
    await registry.flush();
  });
  const record = (runId: string): StoredRun =>
    JSON.parse(readFileSync(join(folder, `${runId}.json`), 'utf8')) as StoredRun;
  return { registry, store, jobs, record };
}

/** A run that was begun by a process that has gone. */
async function leftRun(home: string, task: string, change: Partial<RunJob> = {}): Promise<string> {
  const { registry } = startProcess(home);
  const run = registry.start({ ...coming, task, ...change }, 'token:alice');
  await vi.waitUntil(() => !task.includes('steps') || (run.state()?.steps.length ?? 0) > 1);
  run.leave();
  await run.finished;
  await registry.flush();
  return run.runId;
}

describe('a run whose process ended before it', () => {
  test('is gone on with, as it was asked for, by the process that its caller comes back to', async () => {
    const home = temporaryFolder();
    const runId = await leftRun(home, 'model steps 20 every 50', { maxTurns: 7 });
    const later = startProcess(home);
    expect(later.record(runId)).toMatchObject({ processId: 0, report: { status: 'running' } });
    const found = await later.registry.finish(runId, coming, 'token:alice');
    if (found.kind !== 'live') throw new Error('not gone on with');
    expect(await found.run.finished).toMatchObject({ status: 'completed', runId });
    const [job] = later.jobs;
    expect(job).toMatchObject({ maxTurns: 7, mode: 'auto', task: 'model steps 20 every 50' });
    expect(job?.resumeFrom?.steps.length).toBeGreaterThan(1);
    expect(job?.resumeFrom).not.toHaveProperty('outcome');
  });

  test('is not_found for another token, and stays for its own', async () => {
    const home = temporaryFolder();
    const runId = await leftRun(home, 'model sleep 60000');
    const later = startProcess(home);
    const others = ['token:bob', 'local', 'session:token:alice', 'address:127.0.0.1'];
    for (const caller of others) {
      const refused = { code: 'not_found' };
      await expect(later.registry.finish(runId, coming, caller)).rejects.toMatchObject(refused);
      await expect(later.registry.stop(runId, caller)).rejects.toMatchObject(refused);
    }
    expect(later.jobs).toEqual([]);
    const found = await later.registry.finish(runId, coming, 'token:alice');
    expect(found.kind).toBe('live');
  });

  test('is gone on with once, however many calls come back for it', async () => {
    const home = temporaryFolder();
    const runId = await leftRun(home, 'model sleep 60000');
    const { registry, jobs } = startProcess(home);
    const found = await Promise.all(
      Array.from({ length: 5 }, () => registry.finish(runId, coming, 'token:alice')),
    );
    expect(jobs.length).toBe(1);
    expect(found.map(({ kind }) => kind)).toEqual(Array(5).fill('live'));
  });

  test('is left to the process that claimed it; where that does not begin, the call is told it is busy', async () => {
    const home = temporaryFolder();
    const runId = await leftRun(home, 'model sleep 60000');
    writeFileSync(join(home, '.runs', `${runId}.claim`), String(process.ppid));
    const later = startProcess(home);
    const refused = later.registry.finish(runId, coming, 'token:alice');
    await expect(refused).rejects.toMatchObject({ code: 'busy' });
    expect(later.jobs).toEqual([]);
  }, 20_000);

  test('keeps what it had when it is interrupted again at once', async () => {
    const home = temporaryFolder();
    const runId = await leftRun(home, 'model steps 50 every 20');
    const second = startProcess(home);
    const before = second.record(runId).state?.steps.length ?? 0;
    const found = await second.registry.finish(runId, coming, 'token:alice');
    if (found.kind !== 'live') throw new Error('not gone on with');
    await second.registry.flush();
    expect(second.record(runId).state?.steps.length).toBeGreaterThanOrEqual(before);
  });

  test('has its conversation, also where it was continued and had not begun to answer', async () => {
    const home = temporaryFolder();
    const first = startProcess(home);
    const run = first.registry.start({ ...coming, task: 'model answer one' }, 'me');
    await run.finished;
    const continued = await first.registry.continue(
      run.runId,
      { ...coming, task: 'model sleep 60000' },
      'me',
    );
    await first.registry.flush();
    continued.leave();
    await continued.finished;
    await first.registry.flush();
    const { state, ...stateless } = first.record(run.runId);
    expect(state).toBeDefined();
    const request = { mode: 'auto' as const, history: [{ role: 'user' as const, content: 'one' }] };
    first.store.save({ ...stateless, request });
    await first.registry.flush();
    const later = startProcess(home);
    const found = await later.registry.finish(run.runId, coming, 'me');
    expect(found.kind).toBe('live');
    expect(later.jobs[0]).toMatchObject({ task: 'model sleep 60000', history: request.history });
  });

  test('is stopped for good by a cancel that comes after its process ended', async () => {
    const home = temporaryFolder();
    const runId = await leftRun(home, 'model sleep 60000');
    const later = startProcess(home);
    const cancelled = { kind: 'stored', report: { status: 'cancelled', outcome: 'aborted' } };
    expect(await later.registry.stop(runId, 'token:alice')).toMatchObject(cancelled);
    expect(await later.registry.finish(runId, coming, 'token:alice')).toMatchObject(cancelled);
    await later.registry.flush();
    const last = startProcess(home);
    expect(await last.registry.finish(runId, coming, 'token:alice')).toMatchObject(cancelled);
    expect(later.jobs.concat(last.jobs)).toEqual([]);
  });

  test('a claim of a process that is gone does not keep it from being gone on with', async () => {
    const home = temporaryFolder();
    const runId = await leftRun(home, 'model sleep 60000');
    writeFileSync(join(home, '.runs', `${runId}.claim`), '2147483000');
    const later = startProcess(home);
    const found = await later.registry.finish(runId, coming, 'token:alice');
    expect(found.kind).toBe('live');
    if (found.kind === 'live') found.run.stop();
    if (found.kind === 'live') await found.run.finished;
    await later.registry.flush();
    await vi.waitUntil(() => readdirSync(join(home, '.runs')).length === 1);
  });
});

describe('leaving', () => {
  test('a run that a call waits for is stopped: its call says so', async () => {
    const home = temporaryFolder();
    const { registry, record } = startProcess(home);
    const run = registry.start({ ...coming, task: 'model sleep 60000' }, 'me');
    run.attach();
    run.leave();
    expect(await run.finished).toMatchObject({ status: 'cancelled', outcome: 'aborted' });
    await registry.flush();
    expect(record(run.runId)).toMatchObject({ report: { status: 'cancelled' } });
  });

  test('a run that was stopped before, or that ends by itself, is kept as it ended', async () => {
    const home = temporaryFolder();
    const { registry, record } = startProcess(home);
    const stopped = registry.start({ ...coming, task: 'model sleep 60000' }, 'me');
    stopped.stop();
    stopped.leave();
    const over = registry.start({ ...coming, task: 'model answer 1' }, 'me');
    await over.finished;
    over.leave();
    await stopped.finished;
    await registry.flush();
    expect(record(stopped.runId).report.status).toBe('cancelled');
    expect(record(over.runId).report.status).toBe('completed');
  });
});
