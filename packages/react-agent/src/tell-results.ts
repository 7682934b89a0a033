import type { ToolOutcome } from '@mini-agent/foundation/chat';
import { fenceSize, observationLimit, turnLimit, type CutMark } from './fence.ts';
import { keepText, keptTexts, keptTotal, type KeptText } from './kept-texts.ts';
import type { ToolsByName } from './loop-ladder.ts';
import {
  errorRoom,
  observedText,
  observeError,
  observeRange,
  observeText,
  wantedRoom,
} from './observation.ts';
import { rangeOf, readsResult, type Range } from './read-result.ts';
import type { PendingCall, RunState } from './run-state.ts';
import { divide } from './share.ts';
import { handleMark } from './shorten-result.ts';
import { wordingFor, type Wording } from './wording.ts';

/** What a text that was cut before may be longer than the limit: the note in it. */
const noteSize = 200;

export interface Told {
  /** What the model reads, by call. */
  readonly contents: readonly string[];
  readonly kept: readonly KeptText[];
}

interface Piece {
  readonly pending: PendingCall;
  readonly outcome: ToolOutcome;
  /** Clean. */
  readonly text: string;
  readonly range?: Range | undefined;
  /** It is a cached result whose whole text is kept already. */
  readonly known?: KeptText | undefined;
}

/** What the model reads of the results of a turn, which share its room. Texts that are cut are kept, so that it can read on. */
export function tellResults(
  state: RunState,
  outcomes: readonly ToolOutcome[],
  tools: ToolsByName,
): Told {
  const pieces = state.pending.flatMap((pending, index) => {
    const outcome = outcomes[index];
    return outcome === undefined ? [] : [pieceOf(state, { pending, outcome, tools })];
  });
  const wanted = pieces.map(({ outcome, text }) =>
    outcome.ok ? wantedRoom(text.length) : errorRoom,
  );
  const rooms = divide(wanted, turnLimit - fenceSize * pieces.length);
  const shares = divide(
    pieces.map(({ text }) => text.length),
    keptTotal,
  );
  // Rules read whole texts anyway, and a runner's own tool of that name would be asked for what it does not have.
  const mayKeep = state.last?.mode !== 'rule' && readsResult({ name: 'read_result' }, tools);
  let kept = keptTexts(state);
  const contents = pieces.map((piece, index) => {
    const limit = roomOf(piece, rooms[index] ?? 0);
    const { pending, outcome, range, known } = piece;
    const isKept = range !== undefined || known !== undefined;
    if (!outcome.ok || isKept || !mayKeep || piece.text.length <= limit) {
      return tell(state, piece, { limit });
    }
    const { id: callId, name: tool } = pending.call;
    const text = { callId, tool, trusted: outcome.trusted, text: piece.text };
    const keeping = keepText(kept, text, { messages: state.messages, share: shares[index] ?? 0 });
    kept = keeping.kept;
    return tell(state, piece, { limit, mark: markFor(state, keeping.handle) });
  });
  return { contents, kept };
}

function pieceOf(
  state: RunState,
  given: {
    readonly pending: PendingCall;
    readonly outcome: ToolOutcome;
    readonly tools: ToolsByName;
  },
): Piece {
  const { pending, outcome, tools } = given;
  if (!outcome.ok) return { pending, outcome, text: '' };
  const range = readsResult(pending.call, tools) ? rangeOf(outcome.data) : undefined;
  if (range !== undefined) return { pending, outcome, text: outcome.text, range };
  const { handle } = pending;
  const known =
    handle === undefined ? undefined : keptTexts(state).find((kept) => kept.handle === handle);
  const { boundary = '', language } = state;
  const text = known?.text ?? observedText(outcome.text, boundary, wordingFor(language));
  return { pending, outcome, text, known };
}

/** A text that was cut before its conversation went on is not cut again for the note in it. */
function roomOf({ outcome, text }: Piece, room: number): number {
  const isNoted =
    outcome.ok &&
    outcome.truncated === true &&
    room === observationLimit &&
    text.length <= room + noteSize;
  return isNoted ? text.length : room;
}

function markFor(state: RunState, handle: string): CutMark {
  return handleMark(wordingFor(state.language), handle);
}

interface TellOptions {
  readonly limit: number;
  readonly mark?: CutMark;
}

function tell(state: RunState, piece: Piece, { limit, mark }: TellOptions): string {
  const { pending, outcome, text, range, known } = piece;
  const { boundary = '' } = state;
  const wording: Wording = wordingFor(state.language);
  const noted = known === undefined ? mark : markFor(state, known.handle);
  const options = { boundary, tool: pending.call.name, limit, wording, mark: noted };
  if (!outcome.ok) return observeError(outcome, options);
  const content =
    range === undefined
      ? observeText(text, outcome.trusted, options)
      : observeRange(
          { text, trusted: outcome.trusted, isLast: outcome.next === undefined },
          range,
          options,
        );
  return pending.cached === true ? `${wording.sameCall}\n${content}` : content;
}
