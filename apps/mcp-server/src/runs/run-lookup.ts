import { AppError } from '../errors.ts';
import { expiredMessage, notFoundMessage } from '../messages.ts';
import { createRemoteRun } from './remote-run.ts';
import type { RunReport } from './report.ts';
import { defaultRetention } from './retention.ts';
import type { Run } from './run.ts';
import { runIdTime } from './run-id.ts';
import { isWorkedOnElsewhere, settledReport } from './run-owner.ts';
import type { StoredRun } from './run-record.ts';
import type { RunStore } from './run-store.ts';

/** A run that was asked for by its handle: one at work, here or in another process, or the record of an earlier one. */
export type FoundRun =
  | { readonly kind: 'live'; readonly run: Run }
  | { readonly kind: 'stored'; readonly report: RunReport };

/** Where runs are looked for that this process does not work on. */
export interface RunLookup {
  /** Rejects with `not_found` for a wrong handle and for another caller's. */
  readonly stored: (runId: string, caller: string) => Promise<StoredRun>;
  readonly found: (record: StoredRun) => FoundRun;
}

export interface RunLookupOptions {
  readonly store: RunStore;
  readonly now: () => number;
}

export function createRunLookup({ store, now }: RunLookupOptions): RunLookup {
  return {
    stored: async (runId, caller) => {
      const record = await store.load(runId);
      if (record?.caller !== caller) throw notFound(runId, now());
      return record;
    },
    found: (record) =>
      isWorkedOnElsewhere(record, now())
        ? { kind: 'live', run: createRemoteRun(record, { store, now }) }
        : { kind: 'stored', report: settledReport(record) },
  };
}

function notFound(runId: string, now: number): AppError {
  const madeAt = runIdTime(runId);
  const lapse = defaultRetention.days * 86_400_000;
  const isExpired = madeAt !== undefined && now - madeAt > lapse;
  const text = isExpired
    ? expiredMessage('en', new Date(madeAt + lapse).toISOString())
    : notFoundMessage('en');
  return new AppError('not_found', text);
}
