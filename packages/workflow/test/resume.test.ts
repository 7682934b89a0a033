import { appendFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createLocalExecutor } from '../src/index.ts';
import type { RunStep, WorkflowStep } from '../src/index.ts';
import { deferredSteps, settled } from './deferred-steps.ts';
import { programsIn } from '@mini-agent/testkit/programs';
import { temporaryFolders } from '@mini-agent/testkit/folders';

const startProcess = programsIn(new URL('./processes/', import.meta.url));

// Processes and disks are slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

const newFolder = temporaryFolders();
const ids = ['s1', 's2', 's3', 's4', 's5', 's6'];
const chain: readonly WorkflowStep[] = ids.map((id, index) => ({
  id,
  task: id,
  dependsOn: ids.slice(Math.max(0, index - 1), index),
}));

function counting(broken: ReadonlySet<string>): {
  readonly runStep: RunStep;
  readonly ran: string[];
} {
  const ran: string[] = [];
  return {
    ran,
    runStep: (_task, { stepId }) => {
      ran.push(stepId);
      if (broken.has(stepId)) return Promise.reject(new Error('broken'));
      return Promise.resolve({ answer: `answer ${ran.length}` });
    },
  };
}

describe.each([
  ['in memory', false],
  ['on the disk', true],
] as const)('a run kept %s', (_name, isOnDisk) => {
  test('wf-028: is resumed at the step that failed; the paid ones are reused', async () => {
    const broken = new Set(['s4']);
    const { runStep, ran } = counting(broken);
    const directory = await newFolder();
    const open = (): ReturnType<typeof createLocalExecutor> =>
      createLocalExecutor(isOnDisk ? { runStep, directory } : { runStep });
    const executor = open();
    const first = await executor.run(chain, { runId: 'r' });
    expect(first.steps.map((step) => step.state)).toEqual([
      'done',
      'done',
      'done',
      'failed',
      'blocked',
      'blocked',
    ]);
    expect(ran).toEqual(['s1', 's2', 's3', 's4']);

    broken.clear();
    const second = await (isOnDisk ? open() : executor).resume('r');
    expect(ran).toEqual(['s1', 's2', 's3', 's4', 's4', 's5', 's6']);
    expect(second.success).toBe(true);
    expect(second.steps.slice(0, 3)).toEqual(first.steps.slice(0, 3));

    const third = await executor.resume('r');
    expect(third.success).toBe(true);
    expect(ran).toHaveLength(7);
    expect(await executor.list()).toMatchObject([{ runId: 'r', state: 'done' }]);
    expect((await executor.show('r'))?.steps).toEqual(third.steps);
  });

  test('wf-001: gives each step its own result again, in whatever order they ended', async () => {
    const first = deferredSteps();
    const later = deferredSteps();
    const directory = await newFolder();
    let steps = first;
    const executor = createLocalExecutor({
      runStep: (task, context) => steps.runStep(task, context),
      ...(isOnDisk ? { directory } : {}),
    });
    const together = ['x', 'y', 'z'].map((id) => ({ id, task: id }));
    const join = { id: 'join', task: 'join', dependsOn: ['x', 'y', 'z'] };
    const run = executor.run([...together, join], { runId: 'r' });
    await expect.poll(() => first.started).toHaveLength(3);
    await first.finish('z', 'Z');
    await first.fail('y', 'broken');
    await first.finish('x', 'X');
    await run;
    steps = later;
    const resumed = executor.resume('r');
    await expect.poll(() => later.started).toEqual(['y']);
    await later.finish('y', 'Y');
    await expect.poll(() => later.started).toEqual(['y', 'join']);
    expect(later.task('join')).toBe('join\n\n--- x ---\nX\n\n--- y ---\nY\n\n--- z ---\nZ');
    await later.finish('join');
    expect((await resumed).success).toBe(true);
  });

  test('that is still going on is joined', async () => {
    const steps = deferredSteps();
    const directory = await newFolder();
    const executor = createLocalExecutor({
      runStep: steps.runStep,
      ...(isOnDisk ? { directory } : {}),
    });
    const run = executor.run([{ id: 'a', task: 'x' }], { runId: 'r' });
    await expect.poll(() => steps.started).toEqual(['a']);
    const joined = executor.resume('r');
    await settled();
    await steps.finish('a');
    expect(await joined).toEqual(await run);
    expect(steps.started).toEqual(['a']);
  });
});

describe('the file of a run', () => {
  test('survives kill -9: another process goes on behind the last step that ended', async () => {
    const directory = await newFolder();
    const first = startProcess('run-until-killed.ts', { args: [directory, 'r'] });
    await first.untilLines(4);
    expect(first.lines, first.errors()).toEqual(['s1', 's2', 's3', 's4']);
    first.kill();
    await first.ended;
    await appendFile(
      join(directory, 'runs', 'r.jsonl'),
      '\n{"type":"step","report":{"id":"s4","sta',
    );

    const { runStep, ran } = counting(new Set());
    const executor = createLocalExecutor({ runStep, directory });
    expect(await executor.list()).toMatchObject([{ runId: 'r', state: 'pending' }]);
    expect((await executor.show('r'))?.steps.map((step) => step.state)).toEqual([
      'done',
      'done',
      'done',
      'pending',
      'pending',
      'pending',
    ]);
    const result = await executor.resume('r');
    expect(ran).toEqual(['s4', 's5', 's6']);
    expect(result.success).toBe(true);
    expect(result.steps[0]?.result?.answer).toBe('paid for: s1');
  });

  test('belongs to one process at a time', async () => {
    const directory = await newFolder();
    const other = startProcess('run-until-killed.ts', { args: [directory, 'r'] });
    await other.untilLines(4);
    const executor = createLocalExecutor({ runStep: counting(new Set()).runStep, directory });
    await expect(executor.resume('r')).rejects.toMatchObject({ code: 'busy' });
    other.kill();
    await other.ended;
    expect((await executor.resume('r')).success).toBe(true);
  });

  test.skipIf(process.platform === 'win32')('is private', async () => {
    const directory = join(await newFolder(), '.workflow');
    await createLocalExecutor({ runStep: counting(new Set()).runStep, directory }).run(chain, {
      runId: 'r',
    });
    expect(await readdir(join(directory, 'runs'))).toEqual(['r.jsonl']);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(join(directory, 'runs', 'r.jsonl'))).mode & 0o777).toBe(0o600);
  });

  test('that cannot be written does not cost the run, which says so', async () => {
    const directory = await newFolder();
    const file = join(directory, 'runs', 'r.jsonl');
    const executor = createLocalExecutor({
      directory,
      runStep: async (_task, { stepId }) => {
        if (stepId === 's2') {
          // From here on a folder has the file's name, so that nothing can be appended.
          await rm(file);
          await mkdir(file);
        }
        return { answer: 'x' };
      },
    });
    const result = await executor.run(chain, { runId: 'r' });
    expect(result.success).toBe(true);
    expect(result.warnings).toHaveLength(1);
    expect(result.warnings?.[0]).toMatch(/cannot be resumed.*runs\/r\.jsonl/);
  });
});
