import type { Language } from '@mini-agent/foundation/tool';
import { negatedPart, trimCourtesies } from './courtesy.ts';
import type { TextRange, TrimmedRange } from './courtesy.ts';
import type { CutPoint } from './cut-points.ts';
import { findCutPoints } from './cut-points.ts';
import type { RuleIntent, RuleMatch, Segment } from './intent.ts';
import type { TaskText } from './task-text.ts';

/** A part of the task that is understood: what to do for it, or that it must not be done. */
export type Part =
  | { readonly kind: 'match'; readonly match: RuleMatch; readonly range: TextRange }
  | { readonly kind: 'left_out'; readonly text: string };

export type Reading =
  | { readonly understood: true; readonly parts: readonly Part[] }
  | { readonly understood: false; readonly problem?: string };

/** Above this many possible parts a task is only read as a whole: it is prose or a list. */
const mostPieces = 24;

/** Unquoted text above this is only read as a whole, and its end is looked at for a second part. */
const longestText = 2_000;
const tailLength = 300;

/** "Don't …, just …": what a negation does not reach. */
const beginsOtherwise = /^\s*(?:just |instead|rather |只要|只需|只|直接)/;

interface Path {
  readonly count: number;
  /** Parts that end where a line or a sentence does. */
  readonly strongEnds: number;
  readonly part?: Part;
  readonly from?: Path;
  readonly previous?: RuleMatch;
  /** Another way of cutting gives as many parts and different calls. */
  readonly ambiguous: boolean;
  /** The cut behind a negated part joins what follows it. */
  readonly reaches?: boolean;
}

export interface ReadOptions {
  readonly intents: readonly RuleIntent[];
  readonly language: Language;
}

/**
 * Cuts a task so that every part is understood, with as many parts as possible (dynamic programming over the cut points),
 * or says that there is no such cut.
 */
export function readParts(task: TaskText, options: ReadOptions): Reading {
  if (task.text.length > longestText) return readLong(task, options);
  const cuts = findCutPoints(task.lower);
  const pieces = new Pieces(task, cuts.length < mostPieces ? cuts : [], options);
  const best: (Path | undefined)[] = [{ count: 0, strongEnds: 0, ambiguous: false }];
  for (let end = 1; end <= pieces.count; end++) {
    let chosen: Path | undefined;
    for (let start = end - 1; start >= 0; start--) {
      const from = best[start];
      if (from === undefined) continue;
      const path = pieces.extend(from, start, end);
      if (path !== undefined) chosen = better(chosen, path);
    }
    best.push(chosen);
  }
  const whole = best[pieces.count];
  if (whole === undefined) return { understood: false, ...pieces.problem(best) };
  return pieces.accept(whole);
}

function better(known: Path | undefined, path: Path): Path {
  if (known === undefined || path.count > known.count) return path;
  if (path.count < known.count || signature(path) === signature(known)) return known;
  // A part across the end of a line is the less likely reading: "… 8 and 12", new line, "random number …".
  if (path.strongEnds !== known.strongEnds)
    return path.strongEnds > known.strongEnds ? path : known;
  return { ...known, ambiguous: true };
}

/** The calls of a path, to tell whether two ways of cutting mean the same. */
function signature(path: Path): string {
  return JSON.stringify(
    partsOf(path).map((part) => (part.kind === 'match' ? part.match.calls : part.text)),
  );
}

function partsOf(path: Path): readonly Part[] {
  const parts: Part[] = [];
  for (let at: Path | undefined = path; at?.part !== undefined; at = at.from)
    parts.unshift(at.part);
  return parts.filter((_part, index) => {
    const next = parts[index + 1];
    return !(next?.kind === 'match' && next.match.replacesPrevious === true);
  });
}

/** The pieces between the cut points, and what they are understood as. */
class Pieces {
  readonly count: number;
  readonly #task: TaskText;
  readonly #cuts: readonly CutPoint[];
  readonly #options: ReadOptions;

  constructor(task: TaskText, cuts: readonly CutPoint[], options: ReadOptions) {
    this.#task = task;
    this.#cuts = cuts;
    this.#options = options;
    this.count = cuts.length + 1;
  }

  /** `from` followed by the pieces `start`…`end` read as one part. */
  extend(from: Path, start: number, end: number): Path | undefined {
    const written = this.#range(start, end);
    if (from.part?.kind === 'left_out' && from.reaches === true) {
      if (!beginsOtherwise.test(this.#task.lower.slice(written.start, written.start + 20))) {
        return undefined;
      }
    }
    const range = trimCourtesies(this.#task.lower, written);
    if (range.start >= range.end) return undefined;
    const match = this.#match(range, from.previous);
    // What is indivisible counts more than all its pieces.
    const weight = match?.indivisible === true ? end - start + 0.5 : 1;
    const strongEnds = from.strongEnds + (this.#cuts[end - 1]?.kind === 'strong' ? 1 : 0);
    const count = from.count + weight;
    const { ambiguous } = from;
    if (match !== undefined) {
      const matched: Part = { kind: 'match', match, range };
      return { count, strongEnds, from, ambiguous, part: matched, previous: match };
    }
    const negated = negatedPart(this.#task.lower, range);
    if (negated === undefined || this.#match(negated, from.previous) === undefined)
      return undefined;
    const part: Part = { kind: 'left_out', text: this.#task.source(range.start, range.end) };
    const reaches = this.#cuts[end - 1]?.joins ?? false;
    const next = { count, strongEnds, from, ambiguous };
    return from.previous === undefined
      ? { ...next, part, reaches }
      : { ...next, part, reaches, previous: from.previous };
  }

  accept(whole: Path): Reading {
    const parts = partsOf(whole);
    if (whole.ambiguous || parts.every((part) => part.kind === 'left_out')) {
      return { understood: false };
    }
    const guessed = parts.some(
      (part, index) =>
        part.kind === 'match' &&
        part.match.freeText === true &&
        this.#mayRunOn(part, parts[index + 1]),
    );
    return guessed ? { understood: false } : { understood: true, parts };
  }

  /** Unquoted text that ends at "and" or a comma may just as well go on to the end of the task. */
  #mayRunOn(part: Part, next: Part | undefined): boolean {
    if (part.kind !== 'match' || next?.kind !== 'match') return false;
    const cut = this.#cuts.find((candidate) => candidate.start >= part.range.end);
    if (cut === undefined || cut.kind === 'strong') return false;
    const { length } = this.#task.text;
    const onward = { start: part.range.start, end: length, textEnd: length };
    return this.#match(onward, undefined) !== undefined;
  }

  /** The first piece that nothing claims, for the message; only where something else was understood. */
  problem(best: readonly (Path | undefined)[]): { problem?: string } {
    const last = best.findLastIndex((path) => path !== undefined);
    if (last <= 0) return {};
    const { start, end } = this.#range(last, last + 1);
    return { problem: this.#task.source(start, end).trim() };
  }

  #range(start: number, end: number): TextRange {
    return {
      start: this.#cuts[start - 1]?.end ?? 0,
      end: this.#cuts[end - 1]?.start ?? this.#task.text.length,
    };
  }

  #match(range: TrimmedRange, previous: RuleMatch | undefined): RuleMatch | undefined {
    const { intents, language } = this.#options;
    return matchRange(this.#task, range, { intents, language, previous });
  }
}

function matchRange(
  task: TaskText,
  range: TrimmedRange,
  { intents, language, previous }: ReadOptions & { previous?: RuleMatch | undefined },
): RuleMatch | undefined {
  const { start, end, textEnd } = range;
  const segment: Segment = {
    text: task.text.slice(start, end),
    quotes: task.quotes(start, end),
    language,
    source: (from, to = textEnd - start) => task.source(start + from, start + to),
    ...(previous === undefined ? {} : { previous }),
  };
  for (const intent of intents) {
    const match = intent.match(segment);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** A long task can only be one part with a long text in it. If its end reads as a part of its own, nobody knows where the text ends. */
function readLong(task: TaskText, options: ReadOptions): Reading {
  const range = trimCourtesies(task.lower, { start: 0, end: task.text.length });
  const match = matchRange(task, range, options);
  if (match === undefined) return { understood: false };
  const tailStart = task.text.length - tailLength;
  const cuts = findCutPoints(task.lower.slice(tailStart)).slice(-12);
  const endsInAPart = cuts.some((cut) => {
    const tail = trimCourtesies(task.lower, { start: tailStart + cut.end, end: task.text.length });
    return tail.start < tail.end && matchRange(task, tail, options) !== undefined;
  });
  return endsInAPart
    ? { understood: false }
    : { understood: true, parts: [{ kind: 'match', match, range }] };
}
