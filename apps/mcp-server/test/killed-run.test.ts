import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import type { RunReport } from '../src/runs/report.ts';
import { temporaryFolder } from './stdio-harness.ts';

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
}

function start(env: Readonly<Record<string, string>>): Promise<Ended> {
  const file = join(inject('testServers'), 'test/fixtures/killed-run.js');
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (_, signal) => {
      resolve({ signal, stdout });
    });
  });
}

function madeIn(home: string): readonly string[] {
  return readFileSync(join(home, 'made'), 'utf8').trim().split('\n');
}

describe('a process that is killed in the middle of a call', { timeout: 30_000 }, () => {
  test.each([
    ['pay 2', 'no'],
    ['pay 2', 'yes'],
    ['pay 3', 'no'],
    ['pay 3', 'yes'],
    ['pay 2', 'no', 'finish'],
    ['pay 2', 'yes', 'finish'],
    ['pay 3', 'yes', 'finish'],
  ])(
    '%s (before it did something: %s) is followed by one that never makes it again',
    async (killIn, before, how = 'resume') => {
      const home = temporaryFolder();
      const env = { HOME_FOLDER: home, KILL_IN: killIn, BEFORE: before };
      expect((await start(env)).signal).toBe('SIGKILL');
      const [file = ''] = readdirSync(join(home, '.runs')).filter((name) => name.endsWith('.json'));
      const resumed = await start({
        HOME_FOLDER: home,
        RESUME: file.replace('.json', ''),
        HOW: how,
      });
      const report = JSON.parse(resumed.stdout) as RunReport;
      expect(report).toMatchObject({ status: 'completed', answer: 'all done' });
      const payments = madeIn(home).filter((made) => made.startsWith('pay'));
      expect(new Set(payments).size).toBe(payments.length);
      const cut = report.steps.filter(({ error }) => error === 'outcome_unknown');
      expect(cut.map(({ action, input }) => `${action} ${JSON.stringify(input?.['n'])}`)).toEqual([
        killIn,
      ]);
      const expected = ['pay 2', 'pay 3'].filter((made) => made !== killIn || before === 'no');
      expect(payments).toEqual(expected);
    },
  );
});
