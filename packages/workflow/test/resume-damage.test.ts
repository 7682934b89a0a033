import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLocalExecutor } from '../src/index.ts';
import type { Executor, WorkflowStep } from '../src/index.ts';
import { temporaryFolders } from '@mini-agent/testkit/folders';

const newFolder = temporaryFolders();

/** Two steps, a join of both, one that fails, and one behind it. */
const steps: readonly WorkflowStep[] = [
  { id: 'a', task: 'a' },
  { id: 'b', task: 'b' },
  { id: 'join', task: 'join', dependsOn: ['a', 'b'] },
  { id: 'bad', task: 'bad', dependsOn: ['a'] },
  { id: 'behind', task: 'behind', dependsOn: ['bad'] },
];

interface Opened {
  readonly executor: Executor;
  readonly ran: string[];
}

function open(directory: string, failing?: string): Opened {
  const ran: string[] = [];
  const executor = createLocalExecutor({
    directory,
    runStep: (_task, { stepId }) => {
      ran.push(stepId);
      if (stepId === failing) return Promise.reject(new Error('broken'));
      return Promise.resolve({ answer: `answer of ${stepId}`, data: { of: stepId } });
    },
  });
  return { executor, ran };
}

async function openWith(log: string): Promise<Opened> {
  const directory = await newFolder();
  await mkdir(join(directory, 'runs'));
  await writeFile(join(directory, 'runs', 'r.jsonl'), log);
  return open(directory);
}

async function logOfRun(): Promise<readonly string[]> {
  const directory = await newFolder();
  await open(directory, 'bad').executor.run(steps, { runId: 'r' });
  const log = await readFile(join(directory, 'runs', 'r.jsonl'), 'utf8');
  return log.split('\n').filter((line) => line !== '');
}

const head = JSON.stringify({ type: 'run', version: 1, startedAt: 1, steps });

function reportLine(report: unknown): string {
  return `${head}\n${JSON.stringify({ type: 'step', report })}\n`;
}

describe('a run that was cut off', () => {
  test('behind any record, or within the next one, goes on without running a finished step again', async () => {
    const lines = await logOfRun();
    expect(lines).toHaveLength(7);
    for (let kept = 1; kept <= lines.length; kept += 1) {
      const next = lines[kept] ?? '';
      for (const torn of ['', next.slice(0, Math.floor(next.length / 2))]) {
        const whole = lines.slice(0, kept);
        const done = whole.flatMap(
          (line) => /"report":\{"id":"(\w+)".*"state":"done"/.exec(line)?.[1] ?? [],
        );
        const { executor, ran } = await openWith(`${whole.join('\n')}\n${torn}`);
        const result = await executor.resume('r');
        expect(result.success).toBe(true);
        expect(new Set(ran).size).toBe(ran.length);
        expect([...ran, ...done].sort()).toEqual(steps.map((step) => step.id).sort());
        expect(result.steps.map((step) => step.result?.answer)).toEqual(
          steps.map((step) => `answer of ${step.id}`),
        );
        expect((await executor.show('r'))?.steps).toEqual(result.steps);
      }
    }
  });

  test.each<[string, string]>([
    ['without a report', `${head}\n{"type":"step"}\n`],
    ['with null as a report', reportLine(null)],
    ['with a report without an id', reportLine({ state: 'done', result: { answer: 'x' } })],
    ['done without a result', reportLine({ id: 'a', state: 'done', result: null })],
    [
      'done with a number as an answer',
      reportLine({ id: 'a', state: 'done', result: { answer: 5 } }),
    ],
    [
      'in a state that does not exist',
      reportLine({ id: 'a', state: 'gone', result: { answer: 'x' } }),
    ],
    [
      'of a step that does not exist',
      reportLine({ id: 'z', state: 'done', result: { answer: 'x' } }),
    ],
    ['of a later version, numbers and lists', `5\n[1]\nnull\n"run"\n${head}\n{"type":"pause"}\n`],
  ])('a record %s is passed over, and the step runs', async (_name, log) => {
    const { executor, ran } = await openWith(log);
    expect(await executor.list()).toMatchObject([{ runId: 'r', state: 'pending' }]);
    expect((await executor.show('r'))?.steps[0]).toMatchObject({ id: 'a', state: 'pending' });
    expect((await executor.resume('r')).success).toBe(true);
    expect(ran).toContain('a');
  });

  test('an odd label and no duration do not stop the steps behind', async () => {
    const { executor, ran } = await openWith(
      reportLine({ id: 'a', label: 5, state: 'done', result: { answer: 'kept' } }),
    );
    const result = await executor.resume('r');
    expect(ran).not.toContain('a');
    expect(result.steps[0]).toMatchObject({
      label: 'a',
      result: { answer: 'kept' },
      durationMs: 0,
    });
  });

  test.each<[string, string]>([
    ['an empty file', ''],
    ['no JSON', 'x\ny\n'],
    ['no steps', '{"type":"run"}\n'],
    ['steps that are none', '{"type":"run","steps":5}\n'],
    ['steps in a circle', '{"type":"run","steps":[{"id":"a","task":"x","dependsOn":["a"]}]}\n'],
  ])('%s is no run', async (_name, log) => {
    const { executor } = await openWith(log);
    expect(await executor.show('r')).toBeUndefined();
    expect(await executor.list()).toEqual([]);
    await expect(executor.resume('r')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('one that cannot be read does not hide the others', async () => {
    const directory = await newFolder();
    const { executor } = open(directory);
    await executor.run(steps, { runId: 'r' });
    await mkdir(join(directory, 'runs', 'folder.jsonl'));
    expect((await executor.list()).map((run) => run.runId)).toEqual(['r']);
  });

  test('is carried out once by two executors that are asked at the same time', async () => {
    const directory = await newFolder();
    const [one, other] = [open(directory), open(directory)];
    const begun = await Promise.allSettled([
      one.executor.run(steps, { runId: 'r' }),
      other.executor.run(steps, { runId: 'r' }),
    ]);
    expect(begun.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([...one.ran, ...other.ran]).toHaveLength(steps.length);
    await expect(other.executor.run(steps, { runId: 'r' })).rejects.toMatchObject({
      code: 'duplicate_id',
    });
  });
});
