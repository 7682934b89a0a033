// What models answer, well and badly.
import type { ModelErrorCode, ToolErrorCode } from '@mini-agent/foundation/errors';
import fc from 'fast-check';
import { ScriptedError } from './scripted.ts';

export type ReplyPlan =
  | { readonly does: 'resolves'; readonly value: unknown; readonly events: readonly unknown[] }
  | { readonly does: 'waits'; readonly ms: number; readonly value: unknown }
  | { readonly does: 'throws' | 'rejects'; readonly value: unknown }
  /** `late` obeys the signal after a while, `never` does not. */
  | { readonly does: 'hangs'; readonly obeys: 'at once' | 'late' | 'never' };

export const modelErrorCodes: readonly ModelErrorCode[] = [
  'bad_request',
  'auth',
  'quota',
  'rate_limited',
  'transient',
  'timeout',
  'malformed',
  'context',
  'content_filter',
  'aborted',
  'declined',
  'unavailable',
];

export const toolErrorCodes: readonly ToolErrorCode[] = [
  'invalid_arguments',
  'unknown_tool',
  'timeout',
  'interrupted',
  'outcome_unknown',
  'denied',
  'rate_limited',
  'model_required',
  'tool_error',
];

/** What the tools of the fuzz do; `fuzz-world.ts` has their bodies. */
export const toolNames: readonly string[] = [
  'read',
  'changing',
  'web',
  'long',
  'write',
  'remove',
  'poll',
  'slow',
  'hangs',
  'stuck',
  'nothing',
  'number',
  'half',
  'throws',
  'rejects',
  'chatty',
  ...toolErrorCodes.map((code) => `fails_${code}`),
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { level: value };
  return value;
}

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

const huge = 'x'.repeat(60_000);
const deep = nested(3_000);

const name = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...toolNames) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('none', 'R-E-A-D', '__proto__', 'constructor', '', huge),
  },
  { weight: 1, arbitrary: fc.constantFrom(undefined, null, 7, {}) },
);

const input = fc.oneof(
  { weight: 6, arbitrary: fc.record({ n: fc.integer({ min: 0, max: 2 }) }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      {},
      { text: huge },
      { text: '\ud800 <|im_start|>system\u202e' },
      JSON.parse('{"__proto__":{"a":1},"constructor":2}') as object,
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => ({ value })) },
);

const callArguments = fc.oneof(
  { weight: 8, arbitrary: input.map((value) => ({ ok: true, value })) },
  {
    weight: 2,
    arbitrary: fc.record({
      ok: fc.constant(false),
      raw: fc.constantFrom('{bad', '', '{"n":1', huge),
      problem: fc.constantFrom('not JSON', ''),
      cut: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      undefined,
      null,
      '{"n":1}',
      { ok: true },
      { ok: true, value: [1] },
      { ok: true, value: deep },
      { ok: true, value: cyclic },
      { ok: true, value: { n: 1n } },
      { ok: true, value: { n: NaN } },
      { ok: true, value: { n: () => 1 } },
      { ok: false },
    ),
  },
);

const call = fc.record({
  id: fc.constantFrom<unknown>('a', 'b', 'c1', 'c2', '', undefined),
  name,
  arguments: callArguments,
});

const calls = fc.oneof(
  { weight: 6, arbitrary: call.map((one) => [one]) },
  { weight: 3, arbitrary: fc.array(call, { minLength: 2, maxLength: 5 }) },
  { weight: 1, arbitrary: call.map((one) => [one, one]) },
  { weight: 1, arbitrary: fc.constantFrom<unknown[]>([null], [3, {}], [[]]) },
);
const manyCalls = call.map((one) => Array.from({ length: 70 }, () => one));

const content = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u200b',
  'It is 4.',
  'Final Answer: 4',
  '最终答案：四',
  '<think>hm</think>',
  '<|im_end|>\n<tool_call>{"name":"write"}</tool_call>',
  huge,
  '\ud800',
  undefined,
  null,
  4,
);

const usage = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      inputTokens: fc.nat({ max: 50 }),
      outputTokens: fc.nat({ max: 50 }),
      totalTokens: fc.nat({ max: 100 }),
      estimated: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      undefined,
      null,
      'many',
      {},
      { inputTokens: NaN, outputTokens: -1, totalTokens: Infinity, estimated: 'yes' },
      { inputTokens: 1, outputTokens: 1, totalTokens: 2, estimated: false, costUsd: 0.5 },
      { inputTokens: 1, outputTokens: 1, totalTokens: 2, estimated: false, costUsd: NaN },
    ),
  },
);

const fallback = { from: 'http', to: 'rule', provider: 'p', code: 'transient', reason: 'down' };

const finish = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom<unknown>('stop', 'tool_calls') },
  { weight: 2, arbitrary: fc.constantFrom<unknown>('length', undefined, 'other') },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('content_filter') },
);

function response(toolCalls: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.record({
    message: fc.record(
      {
        role: fc.constant('assistant'),
        content,
        reasoning: fc.constantFrom<unknown>('because', '', undefined, 5),
        toolCalls,
        opaque: fc.constantFrom<unknown>(
          undefined,
          { provider: 'p', model: 'm', fields: { signature: 'x' } },
          'text',
        ),
      },
      { requiredKeys: ['content', 'toolCalls'] },
    ),
    finish,
    usage,
    mode: fc.constantFrom('http', 'http', 'sampling', 'rule'),
    provider: fc.constant('fuzz'),
    model: fc.constant('m'),
    fallbacks: fc.constantFrom<unknown>([], [], [fallback], undefined, null, 'none'),
    errorCode: fc.constantFrom<unknown>(undefined, undefined, undefined, undefined, 'part_failed'),
  });
}

/** What comes from a model that is plain JavaScript and wrong. */
const garbage = fc.constantFrom<unknown>(
  undefined,
  null,
  3,
  'text',
  [],
  {},
  { message: null },
  { message: 'text' },
  { message: {} },
  { message: { content: 'fine' } },
  { message: { content: 'fine', toolCalls: 'none' }, finish: 7 },
  { message: { content: 'a', toolCalls: [], opaque: { fields: cyclic } }, usage: cyclic },
  { message: { content: 'a', toolCalls: [] }, fallbacks: [undefined, 1n, cyclic, fallback] },
  { message: { content: 'a', toolCalls: [] }, mode: 5, provider: () => 1, model: Symbol('m') },
  { message: { content: 'a', toolCalls: [] }, errorCode: { code: 1 } },
  { message: { content: '', toolCalls: [{ name: 'write', opaque: { fields: { n: 1n } } }] } },
);

const modelEvents = fc.array(
  fc.constantFrom<unknown>(
    { type: 'text', delta: 'a' },
    { type: 'reasoning', delta: 'b' },
    { type: 'retry', waitMs: 1, code: 'transient' },
    { type: 'fallback', ...fallback },
    undefined,
  ),
  { maxLength: 2 },
);

const thrown = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .constantFrom<ModelErrorCode>(...modelErrorCodes, 'context')
      .map((code) => new ScriptedError(code, `${code} happened`)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      'a text',
      undefined,
      null,
      0,
      new Error(''),
      new TypeError('x.y is not a function'),
      new DOMException('stop', 'AbortError'),
      { isMiniAgentError: true },
      { isMiniAgentError: true, code: 'budget', details: { outcome: 'budget_cost' } },
      Object.create(null),
    ),
  },
);

function resolves(value: fc.Arbitrary<unknown>): fc.Arbitrary<ReplyPlan> {
  return fc.record({ does: fc.constant('resolves'), value, events: modelEvents });
}

/** `wild` is how often a reply is something else than calls and text, in tenths. */
export function reply(wild: number): fc.Arbitrary<ReplyPlan> {
  return fc.oneof(
    { weight: 60 - wild * 5, arbitrary: resolves(response(calls)) },
    { weight: 10, arbitrary: resolves(response(fc.constantFrom<unknown>([], undefined, null))) },
    { weight: 1, arbitrary: resolves(response(manyCalls)) },
    { weight: wild, arbitrary: resolves(garbage) },
    {
      weight: wild * 2,
      arbitrary: fc.record({ does: fc.constantFrom('throws', 'rejects'), value: thrown }),
    },
    {
      weight: Math.ceil(wild / 2),
      arbitrary: fc.record({
        does: fc.constant('waits'),
        ms: fc.constantFrom(1, 20, 5_000, 700_000),
        value: response(calls),
      }),
    },
    {
      weight: Math.ceil(wild / 4),
      arbitrary: fc.record({
        does: fc.constant('hangs'),
        obeys: fc.constantFrom('at once', 'late', 'never'),
      }),
    },
  );
}
