import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateSteps, WorkflowError } from '../src/index.ts';

function refusal(input: unknown): WorkflowError {
  try {
    validateSteps(input);
  } catch (error) {
    if (error instanceof WorkflowError) return error;
    throw error;
  }
  throw new Error('accepted');
}

describe('validateSteps accepts', () => {
  const steps = [
    { id: 'a', task: 'x', dependsOn: [] },
    { id: 'b', label: 'Second', task: 'y', dependsOn: ['a'], timeout: 2.5 },
  ];

  test.each([
    ['D-075: a real array', steps],
    ['its JSON text', JSON.stringify(steps)],
    ['JSON text in a fence', `\`\`\`json\n${JSON.stringify(steps)}\n\`\`\``],
    ['JSON text with a byte order mark', `\uFEFF ${JSON.stringify(steps)}\n`],
  ])('%s', (_name, input) => {
    expect(validateSteps(input)).toEqual(steps);
  });

  test('absent and null options, and the same dependency twice', () => {
    const input = [
      { id: 'a', task: 'x', label: null, dependsOn: null, timeout: null },
      { id: 'b', task: 'y', dependsOn: ['a', 'a'] },
    ];
    expect(validateSteps(input)).toEqual([
      { id: 'a', task: 'x', dependsOn: [] },
      { id: 'b', task: 'y', dependsOn: ['a'] },
    ]);
  });

  test('a dependency that comes later, and ids like those of objects', () => {
    const input = [
      { id: '__proto__', task: 'x', dependsOn: ['constructor'] },
      { id: 'constructor', task: 'y' },
    ];
    expect(validateSteps(input).map((step) => step.id)).toEqual(['__proto__', 'constructor']);
  });
});

describe('validateSteps refuses', () => {
  test.each<[string, unknown, RegExp]>([
    [
      'T-wf-310',
      '[{"id":"a","task":"x","dependsOn":"b"},{"id":"b","task":"y"}]',
      /steps\[0\]\.dependsOn.*array/i,
    ],
    ['T-wf-311', '[{"id":"a","task":"x","dependsOn":5}]', /dependsOn.*array/i],
    ['a dependency that is no text', [{ id: 'a', task: 'x', dependsOn: [1] }], /dependsOn.*array/],
    ['broken JSON', '[{"id":', /JSON/],
    ['an object', { id: 'a', task: 'x' }, /steps must be an array/],
    ['nothing', undefined, /array/],
    ['JSON null', 'null', /array/],
    ['no step', [], /at least one/],
    ['too many steps', Array.from({ length: 1001 }, (_, n) => ({ id: `${n}`, task: 'x' })), /1000/],
    ['a step that is a text', ['a'], /steps\[0\] must be an object/],
    ['a step that is null', [null], /steps\[0\] must be an object/],
    ['a number as id', [{ id: 1, task: 'x' }], /steps\[0\]\.id is required/],
    ['a blank id', [{ id: ' ', task: 'x' }], /steps\[0\]\.id/],
    ['no task', [{ id: 'a' }], /steps\[0\]\.task is required/],
    ['a blank task', [{ id: 'a', task: '\n' }], /task/],
    ['a task that is too long', [{ id: 'a', task: 'x'.repeat(200_001) }], /200000/],
    ['a label that is no text', [{ id: 'a', task: 'x', label: 5 }], /label/],
    ['a timeout as text', [{ id: 'a', task: 'x', timeout: '5' }], /timeout.*seconds/],
    ['a timeout of zero', [{ id: 'a', task: 'x', timeout: 0 }], /timeout/],
    ['a negative timeout', [{ id: 'a', task: 'x', timeout: -1 }], /timeout/],
    ['an endless timeout', [{ id: 'a', task: 'x', timeout: Infinity }], /timeout/],
    ['a misspelt field', [{ id: 'a', task: 'x', depends_on: ['b'] }], /depends_on.*dependsOn/],
  ])('%s', (_id, input, message) => {
    const error = refusal(input);
    expect(error.code).toBe('invalid_steps');
    expect(error.message).toMatch(message);
  });

  test('a duplicate id', () => {
    const error = refusal([
      { id: 'a', task: 'x' },
      { id: 'a', task: 'y' },
    ]);
    expect(error).toMatchObject({ code: 'duplicate_id', details: { id: 'a' } });
    expect(error.message).toContain('"a"');
  });

  test('an unknown dependency, with the path', () => {
    const error = refusal([
      { id: 'a', task: 'x' },
      { id: 'b', task: 'y', dependsOn: ['a', 'nope'] },
    ]);
    expect(error).toMatchObject({ code: 'unknown_dependency', details: { path: ['b', 'nope'] } });
    expect(error.message).toMatch(/"b".*"nope"/);
  });

  test.each([
    [['a', 'a'], { a: ['a'] }],
    [['a', 'b', 'a'], { a: ['b'], b: ['a'] }],
    [['b', 'c', 'd', 'b'], { a: ['b'], b: ['c'], c: ['e', 'd'], d: ['b'], e: [] }],
  ])('a cycle, with its path %j', (path, graph) => {
    const error = refusal(
      Object.entries(graph).map(([id, dependsOn]) => ({ id, task: 'x', dependsOn })),
    );
    expect(error).toMatchObject({ code: 'cycle', details: { path } });
    expect(error.message).toContain(path.join(' -> '));
  });

  test('a cycle of a thousand steps', () => {
    const steps = Array.from({ length: 1000 }, (_, n) => ({
      id: `s${n}`,
      task: 'x',
      dependsOn: [`s${(n + 1) % 1000}`],
    }));
    expect(refusal(steps).code).toBe('cycle');
  });
});

test('whatever is given, the answer is steps or a WorkflowError', () => {
  const step = fc.record(
    {
      id: fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.anything()),
      task: fc.oneof(fc.constant('x'), fc.anything()),
      dependsOn: fc.oneof(fc.subarray(['a', 'b', 'c']), fc.anything()),
      timeout: fc.oneof(fc.constant(1), fc.anything()),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.array(step, { maxLength: 4 }), fc.anything(), fc.json()), (input) => {
      try {
        expect(validateSteps(input).length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(WorkflowError);
      }
    }),
    { numRuns: 500 },
  );
});
