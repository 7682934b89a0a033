import { MiniAgentError } from '@mini-agent/foundation/errors';
import { detectLanguage } from '@mini-agent/foundation/language';
import { abortable, abortReason, systemClock } from '@mini-agent/foundation/time';
import type { Clock, Deadline } from '@mini-agent/foundation/time';
import type { Language } from '@mini-agent/foundation/tool';
import { startClockDeadline } from '../clock-deadline.ts';
import { WorkflowError } from '../errors.ts';
import { planPrompt } from './prompts.ts';
import type { Report } from './report.ts';
import { withoutAnswerMark } from './report-sections.ts';
import { researchTexts } from './research-texts.ts';
import type { ResearchTexts } from './research-texts.ts';
import type { ResearchOptions, ResearchPorts, ResearchResult } from './research.ts';
import { codeOf } from './retrieve.ts';
import { createSourceBook } from './source-book.ts';
import type { SourceBook } from './source-book.ts';
import { parseSubQuestions } from './sub-questions.ts';
import { createTokenLedger, estimateTokens } from './token-ledger.ts';
import type { TokenLedger } from './token-ledger.ts';

const defaultTimeoutMs = 300_000;
const defaultSubQuestions = 5;
const mostSubQuestions = 10;
const defaultSources = 5;
const mostSources = 20;
const longestQuestion = 20_000;

/** The part of the time that planning and retrieval may use; the rest is kept for writing. */
const retrievalShare = 0.6;

/** Tokens that are kept for the text of a report. */
const reportTokens = 2000;

/** With less than that for sources a report would say nothing. */
const leastSourceTokens = 500;

/** Room for the texts of the sources in a prompt, in UTF-16 units; about 20,000 tokens of English. */
const sourceRoom = 80_000;

/** The state of one piece of research. */
export interface Session {
  readonly question: string;
  readonly ports: ResearchPorts;
  readonly clock: Clock;
  readonly language: Language;
  readonly texts: ResearchTexts;
  readonly book: SourceBook;
  readonly ledger: TokenLedger;
  readonly deadline: Deadline;
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly subQuestions: number;
  readonly sourcesPerQuestion: number;
  readonly problems: string[];
  readonly callerSignal: AbortSignal | undefined;
  readonly tell: (message: string, done: number, total: number) => void;
}

export function openSession(
  question: string,
  ports: ResearchPorts,
  options: ResearchOptions,
): Session {
  checkQuestion(question);
  checkModel(ports);
  const clock = options.clock ?? systemClock;
  const language = options.language ?? detectLanguage(question);
  const timeoutMs = limitOf(options.timeoutMs);
  return {
    question: question.trim(),
    ports,
    clock,
    language,
    texts: researchTexts(language),
    book: createSourceBook(),
    ledger: createTokenLedger(options.maxTokens),
    deadline: startClockDeadline(clock, timeoutMs, options.signal),
    startedAt: clock.now(),
    timeoutMs,
    subQuestions: within(options.maxSubQuestions ?? defaultSubQuestions, mostSubQuestions),
    sourcesPerQuestion: within(options.sourcesPerQuestion ?? defaultSources, mostSources),
    problems: [],
    callerSignal: options.signal,
    tell: (message, done, total) => {
      try {
        options.onProgress?.({ message, done, total });
      } catch {
        // A listener that throws must not end the research.
      }
    },
  };
}

function checkQuestion(question: unknown): void {
  if (typeof question === 'string' && question.trim() !== '' && question.length <= longestQuestion)
    return;
  throw new WorkflowError(
    'invalid_steps',
    `question is required and must be a text of 1 to ${longestQuestion} characters.`,
  );
}

function checkModel(ports: Partial<ResearchPorts>): void {
  if (ports.ask === undefined) throw modelRequired('there is none');
}

function limitOf(timeoutMs = defaultTimeoutMs): number {
  return typeof timeoutMs !== 'number' || Number.isNaN(timeoutMs)
    ? defaultTimeoutMs
    : Math.max(0, timeoutMs);
}

function within(value: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(1, Math.floor(value))) : most;
}

function modelRequired(reason: string, cause?: unknown): WorkflowError {
  return new WorkflowError(
    'model_required',
    `Research needs a language model, and ${reason}. Set one up, or check that it can be reached.`,
    { cause },
  );
}

/** A signal for the work before writing. */
export function startRetrievalDeadline(session: Session): Deadline {
  const used = session.clock.now() - session.startedAt;
  const ms = Math.max(0, session.timeoutMs * retrievalShare - used);
  return startClockDeadline(session.clock, ms, session.deadline.signal);
}

/** The sub-questions of the model, or the question itself. @throws WorkflowError `model_required` when there is no answer. */
export async function plan(session: Session): Promise<readonly string[]> {
  const { question, subQuestions, language, texts } = session;
  session.tell(texts.planning, 0, subQuestions + 2);
  const deadline = startRetrievalDeadline(session);
  try {
    const prompt = planPrompt(question, subQuestions, language);
    const { text } = await ask(session, prompt, { purpose: 'plan', signal: deadline.signal });
    const found = parseSubQuestions(withoutAnswerMark(text), subQuestions);
    return found.length === 0 ? [question] : found;
  } catch (error) {
    throwIfStopped(session, error);
    throw modelRequired(`it did not answer (${codeOf(error)})`, error);
  } finally {
    deadline.clear();
  }
}

export interface Written {
  readonly text: string;
  readonly isCut: boolean;
}

/** The model's text, or the code of what kept it from writing. `prompt` gets the room for sources, in UTF-16 units. */
export async function write(
  session: Session,
  prompt: (sourceRoom: number) => string,
  signal: AbortSignal = session.deadline.signal,
): Promise<Written | { readonly problem: string }> {
  try {
    const room = roomForSources(session, estimateTokens(prompt(0)));
    if (room === 0) return { problem: 'budget_tokens' };
    const answer = await ask(session, prompt(room), { purpose: 'write', signal });
    const text = withoutAnswerMark(answer.text).trim();
    return text === '' ? { problem: 'malformed' } : { text, isCut: answer.cut };
  } catch (error) {
    throwIfStopped(session, error);
    return { problem: codeOf(error) };
  }
}

function roomForSources({ ledger, language }: Session, promptTokens: number): number {
  const left = ledger.left() - promptTokens - reportTokens;
  if (left < leastSourceTokens) return 0;
  // Three characters a token is less than English has on average, so that the budget holds.
  const perToken = language === 'en' ? 3 : 1;
  return Math.min(sourceRoom, left * perToken);
}

type Answer = Awaited<ReturnType<ResearchPorts['ask']>>;

async function ask(
  { ports, ledger, language }: Session,
  prompt: string,
  { purpose, signal }: { readonly purpose: 'plan' | 'write'; readonly signal: AbortSignal },
): Promise<Pick<Answer, 'text' | 'cut'>> {
  const asked = Promise.resolve().then(() => ports.ask(prompt, { signal, purpose, language }));
  const answer = (await abortable(asked, signal)) as Partial<Answer> | undefined;
  ledger.add(answer?.usage);
  // A port of JavaScript may leave out parts; an answer without a text is an empty one.
  return {
    text: typeof answer?.text === 'string' ? answer.text : '',
    cut: answer?.cut === true,
  };
}

/** A report shorter than this says nothing about its language. */
const leastLetters = 40;

/** Tells when a report is written in another script than the question; the words themselves are not ours to change. */
export function checkLanguage({ language, texts, problems }: Session, text: string): void {
  const letters = text.replace(/\P{L}+/gu, ' ').trim();
  if (letters.length >= leastLetters && detectLanguage(letters) !== language)
    problems.push(texts.otherLanguage);
}

/** The caller's cancel, and a user who declines, end the research; everything else leads to a partial report. */
export function throwIfStopped(session: Session, error?: unknown): void {
  if (session.callerSignal?.aborted) throw abortReason(session.callerSignal);
  if (MiniAgentError.isInstance(error) && error.code === 'declined') throw error;
}

export function resultOf(
  session: Session,
  report: Report,
  rest: Pick<ResearchResult, 'subQuestions' | 'partial'>,
): ResearchResult {
  return {
    subQuestions: rest.subQuestions,
    totalSteps: rest.subQuestions.length + 2,
    durationMs: session.clock.now() - session.startedAt,
    report: report.markdown,
    sources: report.sources,
    checks: report.checks,
    partial: rest.partial,
    problems: session.problems,
    usage: session.ledger.total(),
  };
}
