import type { Usage } from '@mini-agent/foundation/chat';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { compact, requestTokens, type Compacted } from './compaction.ts';
import type { ContextSize, RunState } from './run-state.ts';

/** Tokens kept free for the reply, but no more than a quarter of the window. */
const replyTokens = 4_096;
/** As long as no model has counted, the estimate may be too low by this. */
const uncalibrated = 0.9;
/** No model has a smaller window; one that refuses less does so for another reason. */
const leastWindow = 4_000;
/** How much shorter a request becomes that was refused. */
const afterRefusal = 0.6;
/** How full the conversation is after it was made shorter: it must not happen every turn, since it makes providers' caches useless. */
const refill = 0.7;
/** Counts that differ more from the estimate are no counts of this request. */
const plausible = { least: 0.3, most: 10 };
/** Short requests tell little: what a provider adds itself weighs too much. */
const leastMeasured = 500;

/** The change that makes the next request fit the window, before it is sent; none where it fits, and none for rules, which have no window. */
export function makeRoom(
  state: RunState,
  tools: readonly ToolDescriptor[],
  contextTokens: number | undefined,
): Partial<RunState> {
  const limit = state.last?.mode === 'rule' ? Infinity : limitOf(state, contextTokens);
  if (limit === Infinity || requestTokens(state, tools) <= limit) return {};
  return compact(state, tools, limit * refill);
}

/** In estimated tokens. */
function limitOf({ contextSize = {} }: RunState, contextTokens = Infinity): number {
  const { scale, tooLong = Infinity } = contextSize;
  const free = contextTokens - Math.min(replyTokens, contextTokens / 4);
  const fitting =
    contextTokens === Infinity ? Infinity : (free / (scale ?? 1)) * (scale ? 1 : uncalibrated);
  // What a model refused is not sent again, nor what is hardly shorter.
  return Math.min(fitting, tooLong < leastWindow ? Infinity : tooLong * 0.95);
}

/** The change after a model said that the request is too long: a shorter one, or undefined where it cannot be made shorter. */
export function makeRoomAfterRefusal(
  state: RunState,
  tools: readonly ToolDescriptor[],
): (Compacted & Pick<RunState, 'contextSize'>) | undefined {
  const refused = requestTokens(state, tools);
  const shorter = compact(state, tools, refused * afterRefusal);
  if (requestTokens({ ...state, ...shorter }, tools) >= refused) return undefined;
  const tooLong = Math.min(refused, state.contextSize?.tooLong ?? Infinity);
  return { ...shorter, contextSize: { ...state.contextSize, tooLong } };
}

/** What a reply tells about the estimate of its request; nothing is worked out where nothing depends on it. */
export function calibrate(
  state: RunState,
  tools: readonly ToolDescriptor[],
  { usage, contextTokens }: { readonly usage: Usage; readonly contextTokens: number | undefined },
): { readonly contextSize?: ContextSize } {
  const isNeeded = contextTokens !== undefined && !usage.estimated && usage.inputTokens > 0;
  if (!isNeeded) return {};
  const estimated = requestTokens(state, tools);
  const scale = usage.inputTokens / estimated;
  if (estimated < leastMeasured || scale < plausible.least || scale > plausible.most) return {};
  return { contextSize: { ...state.contextSize, scale: Math.max(0.5, scale) } };
}
