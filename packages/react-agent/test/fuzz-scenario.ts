// What a fuzzed run meets: replies of its model, tools, hooks, approvals and cancels, all made from one seed.
import fc from 'fast-check';
import { reply, type ReplyPlan } from './fuzz-reply.ts';

export interface HookPlan {
  /** The call of the hook, from 0, from which on it does this. */
  readonly at: number;
  readonly does: 'nothing' | 'changes' | 'cancels' | 'throws' | 'garbage' | 'hangs';
}

export interface MomentPlan {
  /** The event or save with that number, or the round in which nothing happens but time passing. */
  readonly on: 'event' | 'idle' | 'save';
  readonly at: number;
}

export interface Scenario {
  readonly task: string;
  readonly replies: readonly ReplyPlan[];
  readonly listing: 'plain' | 'throws' | 'hangs' | 'garbage' | 'forgets';
  readonly limits: {
    readonly maxTurns: number;
    readonly timeoutMs?: number;
    readonly maxToolCalls?: number;
    readonly maxOutputTokens?: number;
    readonly maxCostUsd?: number;
  };
  readonly createHook: HookPlan | undefined;
  readonly nextHook: HookPlan | undefined;
  readonly approve: 'unset' | 'yes' | 'no' | 'later' | 'throws' | 'garbage' | 'hangs';
  readonly allow: readonly string[] | undefined;
  /** What is decided about the calls that a run was put aside for. */
  readonly decision: boolean;
  readonly contextTokens: number | undefined;
  readonly cancel: MomentPlan | undefined;
  readonly suspend: MomentPlan | undefined;
  readonly saving: { readonly does: 'works' | 'throws' | 'hangs' | 'slow'; readonly at: number };
  readonly listener: 'listens' | 'throws' | 'rejects';
  /** The save, from 0, whose state another agent resumes from afterwards. */
  readonly resumeAt: number | undefined;
}

/** A model that does not notice that it repeats itself. */
function again(replies: fc.Arbitrary<ReplyPlan[]>): fc.Arbitrary<ReplyPlan[]> {
  return replies.map((some) => Array.from({ length: 12 }, () => some).flat());
}

/** Trouble in one of `times` runs: with more of it no run would get far. */
function seldom<T>(value: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { weight: times - 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: value },
  );
}

const hook: fc.Arbitrary<HookPlan | undefined> = seldom(
  fc.record({
    at: fc.nat({ max: 5 }),
    does: fc.constantFrom(
      'nothing',
      'nothing',
      'changes',
      'changes',
      'cancels',
      'throws',
      'garbage',
      'hangs',
    ),
  }),
  6,
);

const limits = fc
  .tuple(
    fc.integer({ min: 1, max: 12 }),
    seldom(fc.constantFrom(60_000, 900, 0), 12),
    seldom(fc.nat({ max: 3 }), 6),
    seldom(fc.constantFrom(40, 400), 10),
    seldom(fc.constantFrom(0, 1), 16),
  )
  .map(([maxTurns, timeoutMs, maxToolCalls, maxOutputTokens, maxCostUsd]) => ({
    maxTurns,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxToolCalls !== undefined && { maxToolCalls }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  }));

const moment: fc.Arbitrary<MomentPlan> = fc.record({
  on: fc.constantFrom('event', 'idle', 'save'),
  at: fc.nat({ max: 30 }),
});

const saving = seldom(
  fc.record({ does: fc.constantFrom('slow', 'slow', 'throws', 'hangs'), at: fc.nat({ max: 15 }) }),
  8,
);

/** `wild` from 1 to 10: how often something else happens than a model that calls tools. */
export function scenario(wild: number): fc.Arbitrary<Scenario> {
  return fc.record({
    task: fc.constantFrom('go', '请计算', ' 計算して '),
    replies: fc.oneof(
      { weight: 5, arbitrary: fc.array(reply(wild), { minLength: 1, maxLength: 12, size: 'max' }) },
      { weight: 1, arbitrary: again(fc.array(reply(wild), { minLength: 1, maxLength: 2 })) },
    ),
    listing: seldom(fc.constantFrom('forgets', 'throws', 'garbage', 'hangs'), 8).map(
      (listing) => listing ?? 'plain',
    ),
    limits,
    createHook: hook,
    nextHook: hook,
    approve: fc.constantFrom(
      'unset',
      'unset',
      'yes',
      'yes',
      'yes',
      'no',
      'later',
      'later',
      'throws',
      'garbage',
      'hangs',
    ),
    allow: seldom(fc.constantFrom(['write'], ['*'], ['fails_*', 'remove']), 6),
    decision: fc.boolean(),
    contextTokens: seldom(fc.constantFrom(300, 6_000), 8),
    cancel: seldom(moment, 4),
    suspend: seldom(moment, 3),
    saving: saving.map((given) => given ?? { does: 'works', at: 0 }),
    listener: fc.constantFrom('listens', 'listens', 'throws', 'rejects'),
    resumeAt: seldom(fc.nat({ max: 20 }), 3),
  });
}
