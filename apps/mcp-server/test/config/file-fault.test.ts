import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultSentence, fileFault } from '../../src/config/file-fault.ts';
import { readSettings } from '../../src/config/settings.ts';
import { temporaryFolder } from '../stdio-harness.ts';
import { unreadablePlaces } from './unreadable-places.ts';

test.each(unreadablePlaces)('$name is told as what it is', ({ make, en }) => {
  const path = join(temporaryFolder(), 'file');
  make(path);
  let error: unknown;
  try {
    readFileSync(path);
  } catch (caught) {
    error = caught;
  }
  const fault = fileFault(error, path);
  expect(fault.what.en).toMatch(en);
  expect(faultSentence(fault)).toContain(path);
});

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: it failed`), { code });
}

test.each([
  ['EACCES', 'read', /may not be read/],
  ['EPERM', 'read', /may not be read/],
  ['EACCES', 'write', /may not be written/],
  ['EROFS', 'write', /read-only/],
  ['ENOSPC', 'write', /does not fit/],
  ['ENOTDIR', 'read', /lies in something that is no folder/],
  ['ENOENT', 'read', /is not there/],
  ['EIO', 'read', /cannot be read \(EIO\)/],
  ['EIO', 'write', /cannot be written \(EIO\)/],
] as const)('%s, to %s', (code, use, told) => {
  const path = join(temporaryFolder(), 'none');
  const inside = new Error('The journal failed.', { cause: failure(code) });
  for (const error of [failure(code), inside]) {
    const { what, mend } = fileFault(error, path, use);
    expect(what.en).toMatch(told);
    for (const text of [what.zh, mend.zh]) expect(text).toMatch(/[\u4e00-\u9fff]/);
    if (code !== 'ENOENT') expect(what.en).not.toMatch(/not there/);
  }
});

test.each(unreadablePlaces)(
  'where $name is the first .env, no other one takes its place',
  ({ make, en }) => {
    const folder = temporaryFolder();
    const workingDirectory = join(folder, 'work');
    const packageRoot = join(folder, 'package');
    mkdirSync(workingDirectory);
    mkdirSync(packageRoot);
    writeFileSync(join(packageRoot, '.env'), 'AGENT_MAX_TURNS=9');
    const path = join(workingDirectory, '.env');
    make(path);
    const { settings, problems, envFileFault } = readSettings({
      environment: {},
      workingDirectory,
      packageRoot,
    });
    expect([settings.envFile, settings.maxTurns]).toEqual([path, 5]);
    expect(problems).toEqual([expect.stringMatching(en)]);
    expect(envFileFault?.path).toBe(path);
  },
);
