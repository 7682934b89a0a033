import type { AgentEvent, Step } from '@mini-agent/react-agent';
import { approvalProgress } from '../approval-messages.ts';
import {
  finalStepProgress,
  heartbeatProgress,
  startedProgress,
  stepProgress,
} from '../messages.ts';
import type { Run } from '../runs/run.ts';
import { createProgressReporter, silentReporter, type ProgressReporter } from './progress.ts';

/** What a run that goes on is at, in one line. */
export function whatRunIsAt(run: Run): string {
  const report = run.report();
  const seconds = Math.round((Date.now() - run.startedAt) / 1_000);
  return heartbeatProgress(report.language, seconds, report.steps.length);
}

/** Reports a run to the call that waits for it: its handle at once, then each step, and signs of life between them. */
export function startRunProgress(
  run: Run,
  send: ((progress: number, message: string) => Promise<void>) | undefined,
): ProgressReporter {
  if (send === undefined) return silentReporter;
  const { language } = run.report();
  const reporter = createProgressReporter({ send, heartbeat: () => whatRunIsAt(run) });
  reporter.report(startedProgress(language, run.runId));
  const unwatch = run.watch((event: AgentEvent) => {
    if (event.type === 'approval_needed') {
      reporter.report(approvalProgress(language, event.call.name));
    }
    if (event.type !== 'step') return;
    const step: Step = event.step;
    const what = step.action ?? finalStepProgress(language);
    reporter.report(stepProgress(language, step.index, what));
  });
  return {
    report: reporter.report,
    close: () => {
      unwatch();
      return reporter.close();
    },
  };
}
