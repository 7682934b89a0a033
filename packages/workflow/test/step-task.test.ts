import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildStepTask } from '../src/index.ts';
import type { StepReport } from '../src/index.ts';

function done(id: string, answer: string, label: string = id): StepReport {
  return { id, label, state: 'done', result: { answer }, durationMs: 1 };
}

test('a step without dependencies is its task', () => {
  expect(buildStepTask({ id: 'a', task: '计算 1+1' }, [done('b', 'unrelated')])).toBe('计算 1+1');
});

test('the answers of the dependencies follow in their order, each under its label', () => {
  const results = [
    done('b', 'second'),
    done('x', 'unrelated'),
    done('a', 'first', 'The\nfirst  one'),
  ];
  expect(buildStepTask({ id: 'c', task: 'Join', dependsOn: ['a', 'b'] }, results)).toBe(
    'Join\n\n--- The first one ---\nfirst\n\n--- b ---\nsecond',
  );
});

test('a dependency without an answer adds nothing', () => {
  const blocked: StepReport = {
    id: 'a',
    label: 'a',
    state: 'blocked',
    result: null,
    error: 'blocked by x',
    durationMs: 0,
  };
  expect(buildStepTask({ id: 'c', task: 'Join', dependsOn: ['a', 'gone'] }, [blocked])).toBe(
    'Join',
  );
});

test('wf-034: an answer with braces, placeholders and patterns is put in literally', () => {
  const answer = '{"a": "{{b}}", "c": "${task} $& $1 %s"}';
  const text = buildStepTask({ id: 'c', task: 'Read {{a}}', dependsOn: ['a'] }, [
    done('a', answer),
    done('b', 'B'),
  ]);
  expect(text).toBe(`Read {{a}}\n\n--- a ---\n${answer}`);
});

test('whatever the answers are, each is in the task unchanged', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string(), { maxLength: 5 }), (task, answers) => {
      const results = answers.map((answer, index) => done(`s${index}`, answer));
      const dependsOn = results.map((report) => report.id);
      const text = buildStepTask({ id: 'z', task, dependsOn }, results);
      expect(text).toBe(
        [task, ...answers.map((answer, n) => `--- s${n} ---\n${answer}`)].join('\n\n'),
      );
    }),
  );
});
