import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reply } from './scripted.ts';
import { live, worldTools, type Answer, type Lived, type World } from './suspending-world.ts';

const name = fc.constantFrom(...Object.keys(worldTools), 'none');
const call = fc.tuple(name, fc.record({ n: fc.integer({ min: 0, max: 1 }) }));
const turn = fc.array(call, { minLength: 1, maxLength: 3 }).map((calls): Reply => ({ calls }));
const replies = fc.tuple(
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: turn },
      fc.constantFrom<Reply>({}, { calls: [['read', '{']] }),
    ),
    { maxLength: 6 },
  ),
  fc.constantFrom<Reply>({ content: 'done' }, { content: 'cut', finish: 'length' }, {}),
);
const world: fc.Arbitrary<Omit<World, 'suspendAt'>> = fc.record(
  {
    replies: replies.map(([turns, last]) => [...turns, last, last, last]),
    maxTurns: fc.integer({ min: 1, max: 8 }),
    obeys: fc.boolean(),
    answer: fc.dictionary(name, fc.constantFrom<Answer>('yes', 'no', 'later', 'fails')).map(
      (answers) =>
        (asked): Answer =>
          answers[asked.name] ?? 'yes',
    ),
  },
  { requiredKeys: ['replies', 'maxTurns', 'obeys'] },
);

const noProgress = { emptyReplies: 0, invalidTurns: 0, forcedReplies: 0, lastCall: 0 };

/** Everything that an interruption must not change. */
function essence({ result }: Lived): unknown {
  const { seq, ...state } = result.state;
  expect(seq).toBeGreaterThan(0);
  const progress = { ...noProgress, ...state.progress, hooked: undefined };
  return { ...result, state: { ...state, progress } };
}

function isIdempotent(key: string, { result }: Lived): boolean {
  const messages = result.state.messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls : [],
  );
  const made = messages.find(({ id }) => key === `run-1:${id}`);
  return worldTools[made?.name ?? '']?.idempotent === true;
}

function check(lived: Lived, whole: Lived): void {
  expect(essence(lived)).toEqual(essence(whole));
  expect(lived.events.map(({ seq }) => seq)).toEqual(lived.events.map((_, index) => index + 1));
  expect(lived.events.at(-1)?.seq).toBe(lived.result.state.seq);
  const types = lived.events.map(({ type }) => type);
  expect(types.filter((type) => type === 'run_suspended')).toHaveLength(lived.suspensions);
  expect(types.filter((type) => type === 'run_finished')).toHaveLength(1);
  expect(types.filter((type) => type === 'run_started')).toHaveLength(1);
  expect(lived.hookCalls).toBe(whole.hookCalls);
  // What came to an end is never begun again, and what cannot be repeated is begun once.
  expect(new Set(lived.begun)).toEqual(new Set(whole.begun));
  for (const key of new Set(lived.begun)) {
    const begun = lived.begun.filter((other) => other === key).length;
    if (!isIdempotent(key, lived)) expect([key, begun]).toEqual([key, 1]);
  }
}

describe('a run that is put aside', () => {
  it('at any points, and goes on from its state as JSON, ends as the one that was not', async () => {
    let suspended = 0;
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.uniqueArray(fc.nat({ max: 999 }), { minLength: 1, maxLength: 6 }),
        async (given, places) => {
          const whole = await live({ ...given, suspendAt: [] });
          const suspendAt = places.map((place) => Math.floor((place / 1000) * whole.points));
          const lived = await live({ ...given, suspendAt });
          suspended += lived.suspensions - whole.suspensions;
          check(lived, whole);
        },
      ),
      { numRuns: 400 },
    );
    expect(suspended).toBeGreaterThan(400);
  }, 60_000);

  it.each([true, false])(
    'at every single point, and at every point of a run (tools obey: %s)',
    async (obeys) => {
      const given: Omit<World, 'suspendAt'> = {
        obeys,
        maxTurns: 5,
        replies: [
          {
            calls: [
              ['web', { n: 1 }],
              ['put', { n: 1 }],
              ['pay', { n: 1 }],
            ],
          },
          {
            calls: [
              ['pay', { n: 2 }],
              ['put', { n: 2 }],
              ['slow', { n: 1 }],
              ['dice', {}],
            ],
          },
          { content: 'done' },
        ],
        answer: ({ name: asked }) => (asked === 'put' ? 'no' : 'yes'),
      };
      const whole = await live({ ...given, suspendAt: [] });
      expect(whole.result).toMatchObject({ outcome: 'completed', answer: 'done' });
      for (let point = 0; point < whole.points; point += 1) {
        check(await live({ ...given, suspendAt: [point] }), whole);
      }
    },
  );
});
