import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { SearchHit } from '@mini-agent/foundation/search';
import { abortable } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';
import type { Language } from '@mini-agent/foundation/tool';
import { startClockDeadline } from '../clock-deadline.ts';
import type { ResearchPorts } from './research.ts';
import type { RetrievedSource, SourceBook } from './source-book.ts';

export interface RetrieveOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly language: Language;
  readonly limit: number;
  readonly book: SourceBook;
}

/** What was retrieved for one question. */
export interface Retrieval {
  readonly question: string;
  readonly sources: readonly RetrievedSource[];
  /** What a model noted of it, with marks of the sources. */
  readonly note?: string;
  /** Why it is less than it could be; codes, no texts of others. */
  readonly problem?: string;
}

/** Pages read for each question; the texts of further hits are those of the search. */
const pagesPerQuestion = 3;

/** A page that takes longer is not worth the wait. */
const readTimeoutMs = 20_000;

interface Found {
  readonly hit: SearchHit;
  readonly text: string;
}

/** Searches and reads for all questions at the same time. Never rejects. Numbers do not depend on who answers first. */
export async function retrieveAll(
  questions: readonly string[],
  ports: ResearchPorts,
  options: RetrieveOptions,
): Promise<readonly Retrieval[]> {
  const found = await Promise.all(questions.map((question) => findFor(question, ports, options)));
  return found.map(({ question, hits, problem }) => ({
    question,
    sources: hits.flatMap(({ hit, text }) => options.book.add(hit, text) ?? []),
    ...(problem === undefined ? {} : { problem }),
  }));
}

async function findFor(
  question: string,
  ports: ResearchPorts,
  options: RetrieveOptions,
): Promise<{ question: string; hits: readonly Found[]; problem?: string }> {
  try {
    const { signal, limit, language } = options;
    const response = await abortable(search(question, ports, { signal, limit, language }), signal);
    const hits = usableHits(response.hits).slice(0, limit);
    const texts = await Promise.all(
      hits.map((hit, index) =>
        textOf(hit, index < pagesPerQuestion ? ports.read : undefined, options),
      ),
    );
    const found = hits.map((hit, index) => ({ hit, text: texts[index] ?? '' }));
    const [failure] = response.failures;
    return {
      question,
      hits: found,
      ...(failure === undefined || hits.length > 0 ? {} : { problem: failure.type }),
    };
  } catch (error) {
    return { question, hits: [], problem: codeOf(error) };
  }
}

/** What a search of JavaScript returns may lack parts; one odd hit must not cost the others. */
function usableHits(hits: readonly (SearchHit | null)[]): readonly SearchHit[] {
  return hits.flatMap((hit) => {
    if (typeof hit !== 'object' || hit === null || typeof hit.url !== 'string') return [];
    const { url, title, text, snippet, publishedAt, sources } = hit as unknown as Record<
      string,
      unknown
    >;
    return [
      {
        url: url as string,
        title: typeof title === 'string' ? title : '',
        sources: sources as SearchHit['sources'],
        ...(typeof text === 'string' ? { text } : {}),
        ...(typeof snippet === 'string' ? { snippet } : {}),
        ...(typeof publishedAt === 'string' ? { publishedAt } : {}),
      },
    ];
  });
}

/** Async, so that a port that throws at once rejects like others. */
async function search(
  question: string,
  ports: ResearchPorts,
  options: { readonly signal: AbortSignal; readonly limit: number; readonly language: Language },
): ReturnType<ResearchPorts['search']> {
  return await ports.search(question, options);
}

async function textOf(
  hit: SearchHit,
  read: ResearchPorts['read'],
  { signal, clock }: RetrieveOptions,
): Promise<string> {
  const known = hit.text ?? hit.snippet ?? '';
  if (read === undefined || hit.text !== undefined) return known;
  const deadline = startClockDeadline(clock, readTimeoutMs, signal);
  try {
    const page = await abortable(
      Promise.resolve().then(() => read(hit.url, { signal: deadline.signal })),
      deadline.signal,
    );
    return page.text.trim() === '' ? known : page.text;
  } catch {
    // The snippet is what is left of a page that cannot be read.
    return known;
  } finally {
    deadline.clear();
  }
}

/** A code that may be shown: messages of other parts may hold addresses or keys. */
export function codeOf(error: unknown): string {
  if (MiniAgentError.isInstance(error)) return error.code;
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  if (error instanceof Error && error.name === 'AbortError') return 'aborted';
  return 'unknown';
}
