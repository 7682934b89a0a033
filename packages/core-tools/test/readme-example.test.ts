import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

import { createCoreTools } from '../src/index.ts';
import { textStatistics } from '../src/text.ts';
import { answerOf } from './answer.ts';
import { example } from './readme-example.ts';
import { example as chineseExample } from './readme-example.zh-CN.ts';

const [calculator, , , unitConvert, datetimeInfo] = createCoreTools({
  now: () => Date.UTC(2026, 10, 30, 12),
});

function read(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8');
}

const PAGES = [
  { page: 'README.md', file: 'readme-example.ts', run: example, promises: 14 },
  { page: 'README.zh-CN.md', file: 'readme-example.zh-CN.ts', run: chineseExample, promises: 15 },
] as const;

describe.each(PAGES)('$page', ({ page, file, run, promises }) => {
  it('shows the tested example, which does what its comments say', async () => {
    const code = await read(file);
    expect(/```ts\n([\s\S]*?)```/.exec(await read(`../${page}`))?.[1]).toBe(code);
    const promised = [...code.matchAll(/, \/\/ (.*)$/gm)].map(
      ([, comment = '']) => JSON.parse(comment) as unknown,
    );
    expect(promised).toHaveLength(promises);
    expect(await run()).toEqual(promised);
  });

  it('tells rules as the tools follow them', async () => {
    const rows = rulesIn(await read(`../${page}`));
    expect(rows.length).toBeGreaterThan(35);
    for (const { input, result } of rows) {
      const answer = await answerOfRow(input);
      expect(answer, input).toMatch(result === undefined ? /^ERROR: / : exactly(result));
    }
  });

  it('links to the other language', async () => {
    const other = page === 'README.md' ? 'README.zh-CN.md' : 'README.md';
    expect(await read(`../${page}`)).toContain(`](${other})`);
  });
});

it('the pages open with facts', () => {
  expect(textStatistics('👩‍👩‍👦').characters).toBe(1);
  expect(textStatistics('Dr. Smith paid $3.50.').sentences).toBe(1);
  expect(textStatistics('你好').words).toBe(2);
});

it('both pages tell the same rules', async () => {
  const [english, chinese] = await Promise.all([read('../README.md'), read('../README.zh-CN.md')]);
  expect(rulesIn(chinese)).toEqual(rulesIn(english));
});

interface Rule {
  readonly input: string;
  /** Undefined where the rule is an error. */
  readonly result: string | undefined;
}

/** The rows whose first cell is code and whose second cell is code or tells an error. */
function rulesIn(readme: string): readonly Rule[] {
  const rows = readme.matchAll(/^\| `([^`]+)` +\| (?:`([^`]+)`|error|报错) +\|/gm);
  return [...rows]
    .map(([, input = '', result]) => ({ input, result }))
    .filter(({ input }) => !/^[a-zA-Z]+$/.test(input) || input === 'tomorrow');
}

function exactly(result: string): RegExp {
  return new RegExp(`(?:^|\\n)(?:Result|ISO|[^\\n]* =):? ?${escaped(result)}(?: [^ \\n]+)?$`, 'u');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

async function answerOfRow(input: string): Promise<string> {
  const conversion = /^(\S+) (.+) → (.+)$/.exec(input);
  if (conversion !== null) {
    const [, value, from, to] = conversion;
    return answerOf(tool(unitConvert), { value, from, to });
  }
  const isDate = /^\d{4}[-年]|^\d\d\/|^\d{10}$|^[A-Z][a-z]+ \d|^tomorrow$|^next /.test(input);
  if (isDate) return answerOf(tool(datetimeInfo), { operation: 'parse', date: input });
  return answerOf(tool(calculator), { expression: input });
}

function tool<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a tool is missing');
  return value;
}
