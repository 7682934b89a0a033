import { describe, expect, test } from 'vitest';
import { parsed, toolWorld } from './tool-world.ts';

const refusals: readonly (readonly [string, string, unknown, RegExp])[] = [
  ['T-mem-276', 'recall', {}, /tags.*required/i],
  ['D-061', 'recall', { tags: [] }, /tags.*required/i],
  ['D-061', 'recall', { tags: ' ,，', query: ' ' }, /tags.*required/i],
  ['D-061', 'recall', { tags: 5 }, /tags: must be a list/],
  ['D-061', 'recall', { query: ['x'] }, /query/],
  ['D-088', 'recall', { tags: 'a', limit: -1 }, /limit/],
  ['D-088', 'recall', { tags: 'a', limit: 0 }, /limit/],
  ['D-088', 'recall', { tags: 'a', limit: 2.5 }, /limit/],
  ['D-088', 'recall', { tags: 'a', limit: 101 }, /limit/],
  ['D-061', 'recall', { tags: 'a', tag: 'b' }, /tag/],
  ['T-mem-280', 'remember', { content: 'x' }, /type.*(required|must)/i],
  ['T-mem-289', 'remember', { type: '__proto__', content: 'p' }, /invalid|one of/i],
  ['D-061', 'remember', { type: 'bogus', content: 'x' }, /type.*one of fact, preference/],
  ['D-061', 'remember', {}, /type.*content/s],
  ['D-061', 'remember', { type: 'fact' }, /content: is required/],
  ['D-061', 'remember', { type: 'fact', content: 5 }, /content: is required/],
  ['D-061', 'remember', { type: 'fact', content: '  ' }, /content.*not empty/],
  ['D-061', 'remember', { type: 'fact', content: 'x', tags: [5] }, /tags/],
  ['D-061', 'remember', { type: 'fact', content: 'x', tags: ['t'.repeat(201)] }, /tags/],
  ['D-061', 'remember', 'x', /object/],
  ['D-061', 'memory_stats', { verbose: true }, /verbose/],
];

describe('remember and recall', () => {
  test('answer JSON with a count', async () => {
    const { call } = toolWorld();
    const kept = await call('remember', { type: 'fact', content: 'Tea at four', tags: ['tea'] });
    expect(kept.text).toMatch(/"count": 1/);
    expect(parsed(kept)).toMatchObject({
      remembered: true,
      memory: { type: 'fact', content: 'Tea at four', tags: ['tea'] },
    });
    const found = await call('recall', { tags: ['tea'] });
    expect(parsed(found)).toMatchObject({ count: 1, memories: [{ content: 'Tea at four' }] });
    expect(found.data).toEqual(parsed(found));
    expect(parsed(await call('recall', { query: 'coffee' }))).toEqual({ count: 0, memories: [] });
    expect(parsed(await call('memory_stats'))).toMatchObject({ count: 1, byType: { fact: 1 } });
  });

  test.each([
    ['T-mem-273', 'tea'],
    ['T-mem-277', ['Tea']],
    ['D-089', 'Tea，偏好'],
    ['D-089', '绿茶、偏好'],
    ['D-089', 'nothing, ＴＥＡ'],
    ['D-089', ['nothing,tea']],
  ])('%s: tags as a list or as text with commas: %j', async (_, tags) => {
    const { call, direct } = toolWorld();
    await call('remember', { type: 'preference', content: '用户喜欢喝绿茶', tags: 'Tea，偏好' });
    expect((await call('recall', { tags })).text).toMatch(/"count": 1/);
    expect((await direct('recall', { tags })).text).toMatch(/"count": 1/);
  });

  test('tags that arrive as text are kept apart', async () => {
    const { call } = toolWorld();
    const kept = await call('remember', { type: 'fact', content: 'x', tags: 'a, b，c、d,,' });
    expect(parsed(kept)).toMatchObject({ memory: { tags: ['a', 'b', 'c', 'd'] } });
  });

  test.each(refusals)(
    '%s: %s %j is refused and names the field',
    async (...[, name, args, message]) => {
      const { call, direct } = toolWorld();
      const refused = {
        code: 'invalid_arguments',
        message: expect.stringMatching(message) as string,
      };
      await expect(direct(name, args)).rejects.toMatchObject(refused);
      await expect(call(name, args)).rejects.toMatchObject({
        message: expect.stringMatching(message) as string,
      });
      expect(parsed(await call('memory_stats'))).toMatchObject({ count: 0 });
    },
  );

  test('a memory is never an instruction: what recall gives is marked as untrusted', () => {
    const { tools } = toolWorld();
    const untrusted = tools.filter(({ annotations }) => annotations.untrustedOutput);
    expect(untrusted.map(({ name }) => name).sort()).toEqual([
      'deep_research',
      'list_skills',
      'recall',
      'research_pipeline',
      'run_workflow',
    ]);
  });
});
