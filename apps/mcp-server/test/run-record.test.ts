import { expect, test } from 'vitest';
import { finishedReport } from '../src/runs/report.ts';
import { parseRecord, type StoredRun } from '../src/runs/run-record.ts';
import { fakeRunner } from './fixtures/fake-runner.ts';
import { createClientBroker } from '../src/runs/client-broker.ts';

async function soundRecord(): Promise<StoredRun> {
  const clientModel = { sampling: false, samplingTools: false, session: {} };
  const job = { mode: 'auto', maxTurns: undefined, agent: undefined, clientModel } as const;
  const ports = {
    runId: 'run_1',
    signal: new AbortController().signal,
    sampling: createClientBroker(),
    onEvent: () => undefined,
    onState: () => undefined,
  };
  const task = 'steps 1 every 0';
  const result = await fakeRunner.run({ ...job, task }, ports);
  const source = {
    runId: 'run_1',
    task,
    plannedMode: 'rule',
    fallbacks: [],
    durationMs: 1,
  } as const;
  const report = finishedReport({ ...source, state: result.state }, result);
  return { version: 1, caller: 'me', processId: 1, startedAt: 5, report, state: result.state };
}

test('a record comes back as it was written', async () => {
  const record = await soundRecord();
  expect(parseRecord(JSON.stringify(record))).toEqual(record);
});

test.each<[string, (record: StoredRun) => unknown]>([
  ['null', () => null],
  ['a list', () => []],
  ['nothing but a version', () => ({ version: 1 })],
  ['another version', (record) => ({ ...record, version: 2 })],
  ['no caller', (record) => ({ ...record, caller: undefined })],
  ['no process', (record) => ({ ...record, processId: 'x' })],
  ['no report', (record) => ({ ...record, report: undefined })],
  ['an empty report', (record) => ({ ...record, report: {} })],
  ['no answer', (record) => changed(record, { answer: undefined })],
  ['steps that are no list', (record) => changed(record, { steps: 5 })],
  ['a step without a thought', (record) => changed(record, { steps: [{ index: 1 }] })],
  ['an unknown status', (record) => changed(record, { status: 'weird' })],
  ['an unknown outcome', (record) => changed(record, { outcome: 'odd' })],
  ['an inherited name as mode', (record) => changed(record, { plannedMode: 'toString' })],
  ['usage without numbers', (record) => changed(record, { usage: {} })],
  ['a fallback without a reason', (record) => changed(record, { fallbacks: [{ to: 'rule' }] })],
])('%s is no record', async (_name, change) => {
  expect(parseRecord(JSON.stringify(change(await soundRecord())))).toBeUndefined();
});

test('half a file is no record', async () => {
  const text = JSON.stringify(await soundRecord());
  for (const length of [0, 1, 20, text.length - 1]) {
    expect(parseRecord(text.slice(0, length))).toBeUndefined();
  }
});

test.each([5, {}, { version: 1, messages: 'x', steps: [], limits: {} }])(
  'a state that cannot be used (%j) is left out, the report stays',
  async (state) => {
    const record = await soundRecord();
    const found = parseRecord(JSON.stringify({ ...record, state }));
    expect(found).toMatchObject({ report: record.report });
    expect(found).not.toHaveProperty('state');
  },
);

function changed(record: StoredRun, change: Readonly<Record<string, unknown>>): unknown {
  return { ...record, report: { ...record.report, ...change } };
}
