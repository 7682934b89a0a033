import { cannotAskHint } from '../approval-messages.ts';
import type { ApprovalPolicy } from '../config/approvals.ts';
import { findPackageRoot } from '../config/find-env-file.ts';
import { readSettings } from '../config/settings.ts';
import { compose } from '../compose.ts';
import { AppError } from '../errors.ts';
import { fullAnswer, renderRefusal, renderReport, type StructuredResult } from '../render.ts';
import { oneLine } from '../render/cut.ts';
import { fallbackLines } from '../render/text-frame.ts';
import type { ApprovalForm } from '../render/approval-form.ts';
import type { ClientChannel } from '../runs/client-broker.ts';
import type { FoundRun, RunRegistry } from '../runs/registry.ts';
import type { RunReport } from '../runs/report.ts';
import type { Run } from '../runs/run.ts';
import { longestTask } from '../server/tool-definition.ts';
import type { Command } from './command-line.ts';
import { complain } from './output.ts';
import { createTerminalQuestions } from './terminal-questions.ts';
import { withoutControls } from './terminal-text.ts';
import { workingDirectory } from './working-directory.ts';

export type RunCommand = Extract<Command, { readonly kind: 'run' }>;

const caller = 'local';
const noClient = { sampling: false, samplingTools: false, session: {} };
const longestShown = 300;

/** `mini-agent-mcp run`: the answer goes to stdout, everything else to stderr. Resolves with the exit code. */
export async function runCommand(command: RunCommand, packageRoot: string): Promise<number> {
  const environment = process.env;
  const folder = workingDirectory();
  const { settings, problems } = readSettings({
    environment,
    workingDirectory: folder,
    packageRoot: findPackageRoot(packageRoot),
  });
  for (const problem of problems) complain(problem);
  const task = command.readsInput ? await readAll(process.stdin) : command.task;
  const wrong = taskProblem(task);
  if (wrong !== undefined) {
    complain(wrong);
    return 2;
  }
  const composition = compose({
    settings,
    environment,
    workingDirectory: folder,
    log: complain,
  });
  try {
    const found = await findRun(command, task, composition.registry);
    const report =
      found.kind === 'stored' ? found.report : await follow(found.run, command, settings.approvals);
    await print(report, command.json);
    return exitCode(report, found);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (command.json) await printJson(renderRefusal(error).structuredContent);
    else complain(error.message);
    return error.code === 'not_found' ? 1 : 2;
  } finally {
    await composition.close();
  }
}

function taskProblem(task: string | undefined): string | undefined {
  if (task === undefined) return undefined;
  if (task === '') return 'There is no task on stdin.';
  if (task.length <= longestTask) return undefined;
  return `The task has ${task.length} characters; at most ${longestTask} are allowed.`;
}

/** Text above any allowed length is not waited for. */
const mostInputBytes = longestTask * 8;

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > mostInputBytes) break;
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
}

function findRun(
  command: RunCommand,
  task: string | undefined,
  registry: RunRegistry,
): Promise<FoundRun> {
  const { resume, rule } = command;
  const job = {
    mode: rule ? 'rule' : 'auto',
    maxTurns: undefined,
    agent: undefined,
    clientModel: { ...noClient, elicitation: canAsk(command) },
  } as const;
  if (task === undefined) return registry.resume(resume ?? '', job, caller);
  const start = async (): Promise<Run> =>
    resume === undefined
      ? registry.start({ ...job, task }, caller)
      : registry.continue(resume, { ...job, task }, caller);
  return start().then((run) => ({ kind: 'live', run }));
}

/** Whether somebody sits at a terminal that questions can be asked at. */
function canAsk({ readsInput }: RunCommand): boolean {
  return process.stdin.isTTY && process.stderr.isTTY && !readsInput;
}

/** The terminal takes the place of a client whose user can be asked. */
function terminalChannel(command: RunCommand): ClientChannel | undefined {
  if (!canAsk(command)) return undefined;
  const ask = createTerminalQuestions({ input: process.stdin, output: process.stderr });
  return {
    kinds: ['elicitation'],
    send: ({ params }, signal) => ask(params as ApprovalForm, signal),
  };
}

/** Shows steps as they happen; an interrupt stops the run, a second one the program. */
async function follow(
  run: Run,
  command: RunCommand,
  approvals: ApprovalPolicy,
): Promise<RunReport> {
  let interrupts = 0;
  const onInterrupt = (): void => {
    interrupts += 1;
    if (interrupts > 1) process.exit(130);
    run.stop();
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  const attachment = run.attach(terminalChannel(command));
  const unwatch = run.watch((event) => {
    if (event.type === 'approval_needed' && approvals.mode === 'ask' && !canAsk(command)) {
      complain(withoutControls(cannotAskHint(run.report().language, event.call.name)));
    }
    if (command.json || event.type !== 'step' || event.step.action === undefined) return;
    const { index, thought, action, input = {}, observation = '' } = event.step;
    if (thought !== '') show(`  ${oneLine(thought, longestShown)}`);
    show(`[${index}] ${action} ${oneLine(JSON.stringify(input), longestShown)}`);
    show(`  = ${oneLine(observation, longestShown)}`);
  });
  const report = await run.finished;
  unwatch();
  attachment.handBack();
  return report;
}

function show(line: string): void {
  process.stderr.write(`${withoutControls(line)}\n`);
}

async function print(report: RunReport, asJson: boolean): Promise<void> {
  if (asJson) {
    await printJson(renderReport(report, { trace: true, whole: true }).structuredContent);
    return;
  }
  for (const line of fallbackLines(report.fallbacks)) complain(line);
  const answer = fullAnswer(report);
  await write(`${process.stdout.isTTY ? withoutControls(answer) : answer}\n`);
  if (report.status !== 'completed') complain(`${report.status}, run_id ${report.runId}`);
}

function printJson(content: StructuredResult): Promise<void> {
  return write(`${JSON.stringify(content, null, 2)}\n`);
}

/** The process ends right after, so that what is written must have left it. */
function write(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => {
      resolve();
    });
  });
}

function exitCode(report: RunReport, found: FoundRun): number {
  if (report.status === 'completed') return 0;
  return found.kind === 'live' && report.outcome === 'aborted' ? 130 : 1;
}
