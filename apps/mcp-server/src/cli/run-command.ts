import { detectLanguage } from '@mini-agent/foundation/language';
import type { Secret } from '@mini-agent/foundation/secret';
import type { Step } from '@mini-agent/react-agent';
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
import { paint, terminalStyle, type TerminalStyle } from './display/terminal-style.ts';
import type { RunScreen } from './display/show-run.ts';
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
  const sink: Sink = { log: complain };
  const composition = compose({
    settings,
    environment,
    workingDirectory: folder,
    log: (line) => {
      sink.log(line);
    },
  });
  const { approvals } = settings;
  const style = terminalStyle(process.stderr, environment);
  try {
    const found = await findRun(command, task, composition.registry);
    const report =
      found.kind === 'stored'
        ? found.report
        : await follow(found.run, {
            command,
            approvals,
            style,
            sink,
            secrets: composition.models.secrets,
          });
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
function terminalChannel(
  command: RunCommand,
  screen: RunScreen | undefined,
): ClientChannel | undefined {
  if (!canAsk(command)) return undefined;
  const ask = createTerminalQuestions({ input: process.stdin, output: process.stderr });
  return {
    kinds: ['elicitation'],
    send: ({ params }, signal) => {
      const question = (): Promise<unknown> => ask(params as ApprovalForm, signal);
      return screen === undefined ? question() : screen.aside(question);
    },
  };
}

/** Where lines go that belong to no run; while a run is shown, they must not end up among its lines. */
interface Sink {
  log: (line: string) => void;
}

interface FollowOptions {
  readonly command: RunCommand;
  readonly approvals: ApprovalPolicy;
  readonly style: TerminalStyle;
  readonly sink: Sink;
  /** Shown nowhere. */
  readonly secrets: readonly Secret[];
}

/** Shows steps as they happen; an interrupt stops the run, a second one the program. */
async function follow(
  run: Run,
  { command, approvals, style, sink, secrets }: FollowOptions,
): Promise<RunReport> {
  let interrupts = 0;
  const onInterrupt = (): void => {
    interrupts += 1;
    if (interrupts > 1) process.exit(130);
    run.stop();
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  const screen =
    style.live && !command.json ? await openScreen(run, { style, secrets }) : undefined;
  if (screen !== undefined) {
    sink.log = (line) => {
      screen.note(`mini-agent: ${line}`);
    };
  }
  const attachment = run.attach(terminalChannel(command, screen));
  const unwatch = run.watch((event) => {
    if (event.type === 'approval_needed' && approvals.mode === 'ask' && !canAsk(command)) {
      sink.log(withoutControls(cannotAskHint(run.report().language, event.call.name)));
    }
    if (screen !== undefined) screen.event(event);
    else if (!command.json && event.type === 'step') showStep(event.step, style);
  });
  try {
    return await run.finished;
  } finally {
    unwatch();
    screen?.end();
    sink.log = complain;
    attachment.handBack();
  }
}

/** Loaded only where there is a terminal to draw on. */
async function openScreen(
  run: Run,
  look: Pick<FollowOptions, 'style' | 'secrets'>,
): Promise<RunScreen> {
  const { showRun } = await import('./display/show-run.ts');
  const language = detectLanguage(run.report().task);
  return showRun({ stream: process.stderr, language, ...look });
}

/** A step as plain lines, for logs and pipes. */
function showStep(
  { index, thought, action, input = {}, observation = '' }: Step,
  style: TerminalStyle,
): void {
  if (action === undefined) return;
  const dim = (text: string): string => paint(withoutControls(text), 'dim', style);
  if (thought !== '') show(dim(`  ${oneLine(thought, longestShown)}`));
  const head = `[${index}] ${action}`;
  show(
    `${paint(withoutControls(head), 'bold', style)} ${withoutControls(oneLine(JSON.stringify(input), longestShown))}`,
  );
  show(dim(`  = ${oneLine(observation, longestShown)}`));
}

/** A line that holds no control characters but our own. */
function show(line: string): void {
  process.stderr.write(`${line}\n`);
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
