import type { ClientRequest, RequestKind } from '../runs/client-broker.ts';
import type { RunReport } from '../runs/report.ts';
import type { Run } from '../runs/run.ts';
import type { ClientModel } from '../runs/runner.ts';

/** What a client can be asked. */
export function kindsOf({ sampling, elicitation = false }: ClientModel): readonly RequestKind[] {
  return [
    ...(sampling ? ['sampling' as const] : []),
    ...(elicitation ? ['elicitation' as const] : []),
  ];
}

/** Of what a run waits for, what this client can be asked. */
export function waitingRequests(
  run: Run,
  client: ClientModel,
): Readonly<Record<string, ClientRequest>> {
  const requests = kindsOf(client).flatMap((kind) =>
    Object.entries(run.sampling.waiting(kind)).map(([key, params]) => [key, { kind, params }]),
  );
  return Object.fromEntries(requests) as Readonly<Record<string, ClientRequest>>;
}

/** The report of a run at this moment. */
export function reportSoFar(run: Run): RunReport {
  const report = run.report();
  const needsInput = report.status === 'running' && run.sampling.isAskingUser();
  return needsInput ? { ...report, status: 'needs_input' } : report;
}
