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

/**
 * Researches a question: splits it into sub-questions, searches for all of them at the same time, and has the model write a
 * report in the question's language, whose citations are checked against what was retrieved. When the time or the budget
 * is over, or a part fails, the report holds what was found and `partial` is true.
 * @throws WorkflowError `model_required` without a model, or when it does not answer; the signal's reason when it is aborted.
 */
export async function deepResearch(
  question: string,
  ports: ResearchPorts,
  options: ResearchOptions = {},
): Promise<ResearchResult> {
  const session = openSession(question, ports, options);
  try {
    const subQuestions = await plan(session);
    const retrievals = await retrieve(session, subQuestions);
    throwIfStopped(session);
    return await report(session, retrievals);
  } finally {
    session.deadline.clear();
  }
}

async function retrieve(
  session: Session,
  subQuestions: readonly string[],
): Promise<readonly Retrieval[]> {
  const { ports, clock, language, book, texts } = session;
  session.tell(texts.searching(subQuestions.length), 1, subQuestions.length + 2);
  const deadline = startRetrievalDeadline(session);
  try {
    const limit = session.sourcesPerQuestion;
    const search = { signal: deadline.signal, clock, language, limit, book };
    const retrievals = await retrieveAll(subQuestions, ports, search);
    for (const { question, problem } of retrievals) {
      if (problem !== undefined) session.problems.push(texts.searchFailed(question, problem));
    }
    return retrievals;
  } finally {
    deadline.clear();
  }
}

async function report(session: Session, retrievals: readonly Retrieval[]): Promise<ResearchResult> {
  const { question, language, book, texts } = session;
  const subQuestions = retrievals.map((retrieval) => retrieval.question);
  const sources = book.all();
  if (sources.length === 0) {
    session.problems.push(texts.nothingFound);
    const nothing = reportOfNothing(question, subQuestions, language);
    return resultOf(session, nothing, { subQuestions, partial: true });
  }
  session.tell(texts.writing, subQuestions.length + 1, subQuestions.length + 2);
  const written = await write(session, (sourceRoom) =>
    writePrompt({ question, subQuestions, sources, language, sourceRoom }),
  );
  if ('problem' in written) {
    session.problems.push(texts.notWritten(written.problem));
    const passages = reportOfPassages(retrievals, { question, language, book }, written.problem);
    return resultOf(session, passages, { subQuestions, partial: true });
  }
  if (written.isCut) session.problems.push(texts.cut);
  checkLanguage(session, written.text);
  const whole = reportOf(written.text, { question, language, book, isCut: written.isCut });
  return resultOf(session, whole, { subQuestions, partial: written.isCut });
}
