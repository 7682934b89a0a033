import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { createLocalExecutor } from '../local-executor.ts';
import type { Executor, RunStep, StepAnswer, WorkflowResult, WorkflowStep } from '../workflow.ts';
import { writePrompt } from './prompts.ts';
import { reportOf, reportOfNothing, reportOfPassages } from './report.ts';
import type { ResearchOptions, ResearchPorts, ResearchResult } from './research.ts';
import { retrieveAll } from './retrieve.ts';
import type { Retrieval } from './retrieve.ts';
import {
  checkLanguage,
  openSession,
  plan,
  resultOf,
  startRetrievalDeadline,
  throwIfStopped,
  write,
} from './session.ts';
import type { Session } from './session.ts';

export interface PipelinePorts extends ResearchPorts {
  /**
   * Carries out the research steps; the task of each is a sub-question. Its answers may name what they rest on in
   * `data.sources`, a list of `{title, url, text}`: only those can be cited. Default: one that searches, reads and takes notes.
   */
  readonly executor?: Executor;
}

export interface PipelineResult extends ResearchResult {
  /** How the research steps went. */
  readonly workflow: WorkflowResult;
}

/**
 * Researches a topic as a workflow: plans the sub-questions, lets a step research each of them and take notes, and writes
 * one report of all notes, whose citations are checked against what was retrieved.
 * @throws WorkflowError `model_required` without a model, or when it does not answer; the signal's reason when it is aborted.
 */
export async function researchPipeline(
  topic: string,
  ports: PipelinePorts,
  options: ResearchOptions = {},
): Promise<PipelineResult> {
  const session = openSession(topic, ports, options);
  try {
    const subQuestions = await plan(session);
    const workflow = await runSteps(session, subQuestions, ports.executor);
    throwIfStopped(session);
    return { ...(await report(session, subQuestions, workflow)), workflow };
  } finally {
    session.deadline.clear();
  }
}

async function runSteps(
  session: Session,
  subQuestions: readonly string[],
  executor: Executor | undefined,
): Promise<WorkflowResult> {
  const { clock, texts } = session;
  const total = subQuestions.length + 2;
  const deadline = startRetrievalDeadline(session);
  const own = executor ?? createLocalExecutor({ runStep: researchStep(session), clock });
  const steps: readonly WorkflowStep[] = subQuestions.map((question, index) => ({
    id: `research_${index + 1}`,
    label: question,
    task: question,
    timeout: Math.max(1, session.timeoutMs / 1000),
  }));
  let ended = 1;
  try {
    const result = await own.run(steps, {
      signal: deadline.signal,
      onEvent: ({ step, message }) => {
        if (message !== undefined) return;
        if (step.state === 'running') session.tell(texts.researching(step.label), ended, total);
        else ended += 1;
      },
    });
    for (const step of result.steps) addSources(session, step.result);
    return result;
  } finally {
    deadline.clear();
  }
}

/** Searches for a sub-question and notes what the sources say about it. */
function researchStep(session: Session): RunStep {
  return async (question, { signal }): Promise<StepAnswer> => {
    const { ports, clock, language, book, sourcesPerQuestion: limit, texts } = session;
    const search = { signal, clock, language, limit, book };
    const [retrieval] = await retrieveAll([question], ports, search);
    if (retrieval?.problem !== undefined) {
      session.problems.push(texts.searchFailed(question, retrieval.problem));
    }
    const sources = retrieval?.sources ?? [];
    if (sources.length === 0) throw new Error(retrieval?.problem ?? texts.nothingFound);
    const note = await write(
      session,
      (sourceRoom) =>
        writePrompt({ question, subQuestions: [], sources, language, sourceRoom }, true),
      signal,
    );
    if ('problem' in note) throw new Error(note.problem);
    return {
      answer: note.text,
      data: {
        sources: sources.map(({ title, url, text }) => ({ title, url, text: text.slice(0, 1000) })),
      },
    };
  };
}

/** Takes over what the answers of another executor rest on. */
function addSources({ book }: Session, answer: StepAnswer | null): void {
  const sources = answer?.data?.['sources'];
  if (!Array.isArray(sources)) return;
  for (const source of sources as readonly Json[]) {
    if (typeof source !== 'object' || source === null || Array.isArray(source)) continue;
    const { title, url, text } = source as JsonObject;
    if (typeof url !== 'string') continue;
    const plainTitle = typeof title === 'string' ? title : '';
    book.add({ title: plainTitle, url }, typeof text === 'string' ? text : plainTitle);
  }
}

async function report(
  session: Session,
  subQuestions: readonly string[],
  workflow: WorkflowResult,
): Promise<ResearchResult> {
  const { question, language, book, texts } = session;
  const notes = workflow.steps.flatMap((step) =>
    step.result === null ? [] : [{ question: step.label, text: step.result.answer }],
  );
  const sources = book.all();
  if (sources.length === 0 && notes.length === 0) {
    session.problems.push(texts.nothingFound);
    const nothing = reportOfNothing(question, subQuestions, language);
    return resultOf(session, nothing, { subQuestions, partial: true });
  }
  session.tell(texts.writing, subQuestions.length + 1, subQuestions.length + 2);
  const written = await write(session, (sourceRoom) =>
    writePrompt({ question, subQuestions, sources, language, sourceRoom, notes }),
  );
  if ('problem' in written) {
    session.problems.push(texts.notWritten(written.problem));
    const passages = passagesOf(session, notes);
    const partial = reportOfPassages(passages, { question, language, book }, written.problem);
    return resultOf(session, partial, { subQuestions, partial: true });
  }
  if (written.isCut) session.problems.push(texts.cut);
  checkLanguage(session, written.text);
  const whole = reportOf(written.text, { question, language, book, isCut: written.isCut });
  return resultOf(session, whole, { subQuestions, partial: written.isCut || !workflow.success });
}

/** All that was found, under the topic; notes that were paid for come first. */
function passagesOf(
  { question, book }: Session,
  notes: readonly { readonly question: string; readonly text: string }[],
): readonly Retrieval[] {
  return [
    ...notes.map((note) => ({ question: note.question, sources: [], note: note.text })),
    { question, sources: book.all() },
  ];
}
