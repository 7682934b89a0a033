import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createSkillStore } from '../src/index.ts';
import type { SkillInput } from '../src/index.ts';
import { rejection } from './memory-fixtures.ts';
import { programsIn } from '@mini-agent/testkit/programs';
import { temporaryFolders } from '@mini-agent/testkit/folders';
import { testClock } from './test-clock.ts';

const startProcess = programsIn(new URL('./processes/', import.meta.url));

// Processes and disks are slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

const newFolder = temporaryFolders();

function skill(name: string, tags: readonly string[], steps: readonly string[] = []): SkillInput {
  return { name, description: 'd', exampleTask: 'e', steps, tags };
}

describe('extract', () => {
  test('stores the agreed fields in a plain JSON array', async () => {
    const folder = await newFolder();
    const clock = testClock();
    const store = createSkillStore({ directory: folder, clock });
    const first = await store.extract(
      skill(' Deploy ', ['Docker，部署', ''], ['build', ' ', 'push']),
    );
    expect(first).toEqual({
      id: `skill_${clock.now()}`,
      name: 'Deploy',
      description: 'd',
      exampleTask: 'e',
      steps: ['build', 'push'],
      tags: ['Docker', '部署'],
      useCount: 0,
      createdAt: clock.now(),
    });
    await store.close();
    expect(JSON.parse(await readFile(join(folder, 'skills.json'), 'utf8'))).toEqual([first]);
    expect(await readdir(folder)).toEqual(['skills.json']);
  });

  test('a known name gets the new content and keeps id, createdAt and useCount', async () => {
    const folder = await newFolder();
    const clock = testClock();
    const store = createSkillStore({ directory: folder, clock });
    const first = await store.extract(skill('A', ['x']));
    const used = await store.use(first.id, 'run 1');
    clock.pass(5);
    const second = await store.extract({ ...skill('A', ['y'], ['new']), description: 'better' });
    expect(second).toEqual({
      ...used,
      description: 'better',
      tags: ['y'],
      steps: ['new'],
      lastUpdatedAt: clock.now(),
    });
    await store.close();
    expect(JSON.parse(await readFile(join(folder, 'skills.json'), 'utf8'))).toEqual([second]);
  });

  test('an id that is taken moves on by a millisecond, also when all come at once', async () => {
    const clock = testClock();
    const store = createSkillStore({ directory: await newFolder(), clock });
    const skills = await Promise.all(['A', 'B', 'C'].map((name) => store.extract(skill(name, []))));
    expect(skills.map((entry) => entry.id)).toEqual(
      [0, 1, 2].map((more) => `skill_${clock.now() + more}`),
    );
    expect(await store.list()).toEqual(skills);
  });

  test.each<[string, unknown, string]>([
    ['no name', { ...skill('A', []), name: undefined }, 'name'],
    ['a blank name', skill(' ', []), 'name'],
    ['no steps', { ...skill('A', []), steps: 'first' }, 'steps'],
    ['broken steps', { ...skill('A', []), steps: [1] }, 'steps'],
    ['no description', { ...skill('A', []), description: null }, 'description'],
    ['broken tags', { ...skill('A', []), tags: { a: 1 } }, 'tags'],
    ['nothing', null, 'input'],
  ])('%s is refused', async (_name, input, field) => {
    const store = createSkillStore({ directory: await newFolder() });
    const error = await rejection(store.extract(input as SkillInput));
    expect(error).toMatchObject({ code: 'invalid_input', details: { field } });
    expect(error.message).toContain(field);
  });
});

describe('match', () => {
  test.each<[string, SkillInput, string, number | undefined]>([
    [
      'T-skill-294: an upper-case tag',
      skill('A', ['Docker', 'DEPLOY']),
      'please deploy docker',
      20,
    ],
    [
      'T-skill-296, D-095: a tag inside a word',
      skill('B', ['go'], ['x']),
      'a good algorithm',
      undefined,
    ],
    ['D-095: a one-letter tag', skill('B', ['e']), 'the essence', undefined],
    ['D-095, T-skill-300: an empty step', skill('C', ['zz'], ['']), 'anything at all', undefined],
    ['an empty tag', skill('C', ['', ' ']), 'anything at all', undefined],
    ['a tag as a word', skill('B', ['go']), 'write it in Go, please', 10],
    ['a tag beside a hyphen', skill('B', ['docker']), 'use docker-compose', 10],
    ['a tag before an apostrophe', skill('B', ['it']), "it's late", undefined],
    ['c is not c++', skill('B', ['c']), 'write c++ code', undefined],
    ['c++ is', skill('B', ['c++']), 'write C++ code', 10],
    ['a Latin tag in Chinese', skill('B', ['docker']), '用Docker部署服务', 10],
    ['a Latin tag in a longer word in Chinese', skill('B', ['go']), '用django部署', undefined],
    ['a Chinese tag', skill('B', ['部署']), '请帮我部署服务', 10],
    ['a mixed tag', skill('B', ['go语言']), '学习Go语言', 10],
    ['a mixed tag inside a word', skill('B', ['go语言']), '学习lego语言', undefined],
    ['full width', skill('B', ['ＡＰＩ']), 'call the api', 10],
    ['the same tag twice', skill('B', ['api', 'API']), 'call the api', 10],
    ['a step', skill('B', [], ['Open the settings']), 'how to open the settings page', 5],
    [
      'a step by its first 20 characters',
      skill('B', [], ['Open the settings page and choose']),
      'open the settings pages',
      5,
    ],
    ['a short step inside a word', skill('B', [], ['x']), 'fix it', undefined],
    ['a Chinese step', skill('B', [], ['打开设置']), '怎么打开设置页面', 5],
    [
      'tags and steps together',
      skill('B', ['page', 'nothing'], ['open it', 'page']),
      'open it: the page',
      20,
    ],
    ['a tag with pattern characters', skill('B', ['.*']), 'anything', undefined],
  ])('%s', async (...[, input, task, score]) => {
    const store = createSkillStore({ directory: await newFolder() });
    await store.extract(input);
    const match = await store.match(task);
    expect(match?.score).toBe(score);
    if (score !== undefined) expect(match?.skill.name).toBe(input.name);
  });

  test('takes the best one, of equal ones the more used', async () => {
    const store = createSkillStore({ directory: await newFolder() });
    const first = await store.extract(skill('first', ['tea']));
    await store.extract(skill('second', ['tea']));
    await store.extract(skill('third', ['tea', 'green']));
    expect((await store.match('green tea'))?.skill.name).toBe('third');
    await store.use(first.id, 'run');
    expect((await store.match('black tea'))?.skill.name).toBe('first');
  });

  test.each([undefined, null, 5, '', '  '])('T-skill-302: the task %j is refused', async (task) => {
    const store = createSkillStore({ directory: await newFolder() });
    const error = await rejection(store.match(task as string));
    expect(error.code).toBe('invalid_input');
    expect(error.message).toMatch(/task.*required/i);
  });

  test('D-093: an entry without tags, or of another shape, spoils nothing and is kept', async () => {
    const folder = await newFolder();
    const odd = [
      { id: 'skill_1', name: 'no tags' },
      5,
      { description: 'no name', steps: [''] },
      null,
    ];
    await writeFile(join(folder, 'skills.json'), JSON.stringify(odd));
    const store = createSkillStore({ directory: folder });
    expect(await store.match('anything')).toBeUndefined();
    expect(await store.list()).toMatchObject([
      { id: 'skill_1', name: 'no tags', createdAt: 1, tags: [] },
    ]);
    await store.extract(skill('A', ['x']));
    await store.close();
    const after: unknown = JSON.parse(await readFile(join(folder, 'skills.json'), 'utf8'));
    expect(after).toEqual(expect.arrayContaining(odd.slice(1)));
  });

  test('D-093: a file of another shape is a typed error, and is kept', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'skills.json'), '{}');
    const store = createSkillStore({ directory: folder });
    expect((await rejection(store.match('anything'))).code).toBe('corrupt');
    expect((await rejection(store.extract(skill('A', [])))).code).toBe('corrupt');
    await store.close();
    expect(await readFile(join(folder, 'skills.json'), 'utf8')).toBe('{}');
  });
});

describe('use', () => {
  test('counts once for each run and notes the time', async () => {
    const folder = await newFolder();
    const clock = testClock();
    const store = createSkillStore({ directory: folder, clock });
    const { id } = await store.extract(skill('A', []));
    clock.pass(7);
    expect(await store.use(id, 'run 1')).toMatchObject({ useCount: 1, lastUsedAt: clock.now() });
    expect((await store.use(id, 'run 1')).useCount).toBe(1);
    expect((await store.use(id, 'run 2')).useCount).toBe(2);
    await store.close();
    expect(JSON.parse(await readFile(join(folder, 'skills.json'), 'utf8'))).toMatchObject([
      { useCount: 2 },
    ]);
  });

  test.each(['nope', '__proto__'])('D-098, T-skill-301: the id %s is not found', async (id) => {
    const store = createSkillStore({ directory: await newFolder() });
    const error = await rejection(store.use(id, 'run'));
    expect(error.code).toBe('not_found');
    expect(error.message).toMatch(/not found/);
  });

  test('two processes count each use once', async () => {
    const folder = await newFolder();
    const store = createSkillStore({ directory: folder });
    const { id } = await store.extract(skill('A', []));
    await store.close();
    const users = ['a', 'b'].map((name) =>
      startProcess('use-skill-many.ts', { args: [folder, id, name, '40'] }),
    );
    const codes = await Promise.all(users.map((user) => user.ended));
    expect(codes, users.map((user) => user.errors()).join('')).toEqual([0, 0]);
    expect(await createSkillStore({ directory: folder }).list()).toMatchObject([{ useCount: 80 }]);
  });
});
