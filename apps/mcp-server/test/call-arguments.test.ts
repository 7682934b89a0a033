import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArguments } from '../src/server/call-arguments.ts';
import { inputFields, publicTool } from '../src/server/tool-definition.ts';

function problemsOf(given: Record<string, unknown>, agents: readonly string[] = []): string {
  const checked = checkArguments(given, agents);
  return checked.ok ? '' : checked.problems.join('\n');
}

describe('what is accepted', () => {
  test.each([
    [{ task: 'x' }],
    [{ task: 'x', mode: 'rule', wait_seconds: 0, max_turns: 50 }],
    [{ task: 'x'.repeat(200_000) }],
    [{ run_id: 'run_1' }],
    [{ run_id: 'run_1', task: 'more' }],
    [{ run_id: 'run_1', cancel: true }],
    [{ run_id: 'run_1', offset: 0, wait_seconds: 0.5 }],
    [{ task: 'x', cancel: false }],
  ])('%j', (given) => {
    expect(problemsOf(given)).toBe('');
  });

  test('defaults are auto and no cancel; absent values stay absent', () => {
    expect(checkArguments({ task: 'x' }, [])).toEqual({
      ok: true,
      value: {
        task: 'x',
        mode: 'auto',
        runId: undefined,
        cancel: false,
        waitSeconds: undefined,
        maxTurns: undefined,
        agent: undefined,
        offset: undefined,
      },
    });
  });
});

describe('what is refused, naming key, value and rule', () => {
  test.each([
    [{}, /task is missing/],
    [{ task: '' }, /task is "".*1 to 200,000 characters/],
    [{ task: ' \n\t ' }, /not blank/],
    [{ task: 5 }, /task is 5/],
    [{ task: null }, /task is null/],
    [{ task: 'x'.repeat(200_001) }, /a string of 200,001 characters.*1 to 200,000/],
    [{ task: 'x', mode: 'fast' }, /mode is "fast".*"auto" or "rule"/],
    [{ task: 'x', run_id: '' }, /run_id is ""/],
    [{ task: 'x', cancel: 'true' }, /cancel is "true".*true or false/],
    [{ task: 'x', wait_seconds: -1 }, /wait_seconds is -1.*0 or more/],
    [{ task: 'x', wait_seconds: '5' }, /wait_seconds is "5".*a number/],
    [{ task: 'x', max_turns: 0 }, /max_turns is 0.*1 to 50/],
    [{ task: 'x', max_turns: 51 }, /max_turns is 51/],
    [{ task: 'x', max_turns: 2.5 }, /max_turns is 2.5.*integer/],
    [{ run_id: 'r', offset: -1 }, /offset is -1/],
    [{ run_id: 'r', offset: 1.5 }, /offset is 1.5/],
    [{ task: 'x', offset: 3 }, /offset is given, but it goes with run_id/],
    [{ cancel: true }, /run_id is missing/],
    [{ run_id: 'r', task: 'x', cancel: true }, /only one of them/],
    [{ task: 'x', agent: 'writer' }, /agent is "writer".*no agent definition/],
    [{ Task: 'x' }, /unknown key "Task".*Did you mean task\?/],
    [
      { task: 'x', context: { deep: ['y'] } },
      /unknown key "context" \(given: \{"deep":\["y"\]\}\)/,
    ],
  ])('%j', (given, pattern) => {
    expect(problemsOf(given)).toMatch(pattern);
  });

  test('an unknown agent lists the known ones', () => {
    expect(problemsOf({ task: 'x', agent: 'w' }, ['writer', 'coder'])).toMatch(
      /one of: writer, coder/,
    );
    expect(problemsOf({ task: 'x', agent: 'coder' }, ['writer', 'coder'])).toBe('');
  });

  test('all problems are told at once', () => {
    const text = problemsOf({ task: 7, mode: 1, nope: 2 });
    expect(text).toMatch(/task is 7/);
    expect(text).toMatch(/mode is 1/);
    expect(text).toMatch(/"nope"/);
  });

  test('names of the object prototype are keys like any other', () => {
    const given = JSON.parse('{"task":"x","__proto__":{"mode":"rule"},"constructor":1}') as Record<
      string,
      unknown
    >;
    expect(problemsOf(given)).toMatch(/"__proto__"[\s\S]*"constructor"/);
  });

  test('any JSON object is judged without throwing, and briefly', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        expect(problemsOf(given).length).toBeLessThan(5_000);
      }),
    );
  });
});

test('the schema a client sees has the same keys as the check, each described', () => {
  expect(Object.keys(inputFields)).toEqual(
    Object.keys(publicTool.inputSchema['properties'] as object),
  );
  for (const [key, schema] of Object.entries(inputFields)) {
    expect(schema['description'], key).toMatch(/\S/);
  }
});

describe('what is shown of a wrong value', () => {
  test('a number beyond all bounds is named as what it is', () => {
    expect(problemsOf(JSON.parse('{"task":"x","wait_seconds":1e999}') as never)).toMatch(
      /^wait_seconds is Infinity/,
    );
  });

  test('nesting that no one can print is named', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(problemsOf({ task: deep })).toMatch(/^task is a value that is nested too deeply/);
    expect(problemsOf({ task: 'x', extra: deep })).toMatch(/^unknown key "extra" \(given: a value/);
  });

  test('a cut splits no surrogate pair', () => {
    const lone = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])/;
    for (const start of ['', 'a']) {
      expect(problemsOf({ task: [start + '😀'.repeat(60)] })).not.toMatch(lone);
    }
  });
});
