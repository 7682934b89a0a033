import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { CoreToolError, evaluate } from '../src/calculator.ts';
import { expression, fragment } from './calculator-fragments.ts';

const run = promisify(execFile);
let program = '';

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('calculator-determinism-script.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    conditions: ['@mini-agent/source'],
  });
  program = outputFiles[0]?.text ?? '';
}, 30_000);

/** In a process of its own, which reads the program from its standard input. */
async function resultsOn(timeZone: string, language: string): Promise<string> {
  const running = run(process.execPath, ['-'], {
    env: { PATH: process.env['PATH'], TZ: timeZone, LANG: language, LC_ALL: language },
    timeout: 60_000,
  });
  running.child.stdin?.end(program);
  return (await running).stdout;
}

async function resultsInWorker(): Promise<unknown> {
  const worker = new Worker(program, { eval: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}

/** Everything that a caller gets: each field of the result or of the error. */
function everythingOf(text: string): unknown {
  try {
    return evaluate(text);
  } catch (error) {
    if (!(error instanceof CoreToolError)) throw error;
    return { code: error.code, message: error.message, details: error.details };
  }
}

describe('property 14: the same text gives the same result', () => {
  it('under every time zone and language, and in a worker thread', async () => {
    const [expected, ...others] = await Promise.all([
      resultsOn('UTC', 'C'),
      resultsOn('America/New_York', 'de_DE.UTF-8'),
      resultsOn('Asia/Kolkata', 'tr_TR.UTF-8'),
      resultsOn('Asia/Shanghai', 'zh_CN.UTF-8'),
      resultsInWorker(),
    ]);
    expect(expected).toContain('["1,234.5 + 0.1",{"text":"1234.6"');
    expect(expected).not.toContain('FOREIGN ERROR');
    for (const other of others) expect(other).toBe(expected);
  }, 60_000);

  it('whatever was evaluated in between, also what failed half-way', () => {
    const parts = fc.array(fc.oneof(fragment, expression), { maxLength: 15 });
    const anyText = fc.oneof(
      expression,
      parts.map((all) => all.join('').slice(0, 500)),
      fc.constantFrom(
        'max(1,',
        '80+15%+',
        '((((2',
        'sin(1,2)',
        '1/0',
        '-'.repeat(150),
        '2^(',
        'max(1,234',
        '5%',
        '√',
        '9^9^9',
        'sqrt',
      ),
    );
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 2, maxLength: 6 }), (texts) => {
        const before = texts.map(everythingOf);
        expect(texts.map(everythingOf)).toEqual(before);
        expect(texts.toReversed().map(everythingOf).toReversed()).toEqual(before);
      }),
      { numRuns: 400 },
    );
  });

  it('and no result is changed by later calls', () => {
    fc.assert(
      fc.property(fc.array(expression, { minLength: 2, maxLength: 8 }), (texts) => {
        const results = texts.map(everythingOf);
        const copies = structuredClone(results);
        for (const text of texts.toReversed()) everythingOf(text);
        expect(results).toEqual(copies);
      }),
      { numRuns: 200 },
    );
  });
});
