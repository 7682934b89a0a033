import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshLibrary } from './library.ts';

interface Parts {
  readonly name?: string;
  readonly steps?: readonly string[];
  readonly tags?: readonly string[];
}

function skill({ name = 'A', steps = ['x'], tags = [] }: Parts): {
  name: string;
  description: string;
  exampleTask: string;
  steps: readonly string[];
  tags: readonly string[];
} {
  return { name, description: 'd', exampleTask: 'e', steps, tags };
}

describe('skill functions', () => {
  test('extractSkill, matchSkill, useSkill, listSkills and getSkillStats work on one store', async () => {
    freshLibrary();
    const { extractSkill, getSkillStats, listSkills, matchSkill, useSkill } =
      await import('mini-agent-mcp/skill');
    expect(await getSkillStats()).toEqual({ count: 0, uses: 0 });
    const first = await extractSkill(skill({ name: 'deploy', tags: ['docker'] }));
    await extractSkill(skill({ name: 'bake', tags: ['bread'] }));
    expect(first.id).toMatch(/^skill_\d+$/);
    expect(await matchSkill('deploy it with docker')).toMatchObject({ skill: { id: first.id } });
    const used = await useSkill(first.id);
    expect(used).toMatchObject({ useCount: 1, lastUsedAt: expect.any(Number) as number });
    await useSkill({ skillId: first.id });
    expect(await listSkills()).toHaveLength(2);
    expect(await getSkillStats()).toEqual({ count: 2, uses: 2, mostUsed: 'deploy' });
    const again = await extractSkill(skill({ name: 'deploy', tags: ['podman'] }));
    expect(again).toMatchObject({ id: first.id, createdAt: first.createdAt, useCount: 2 });
    expect(again.lastUpdatedAt).toBeTypeOf('number');
  });

  test('T-skill-294: a tag in capitals matches', async () => {
    freshLibrary();
    const { extractSkill, matchSkill } = await import('mini-agent-mcp/skill');
    await extractSkill(skill({ name: 'A', tags: ['Docker'] }));
    expect(await matchSkill({ task: 'please deploy docker' })).toMatchObject({
      skill: { name: 'A' },
    });
  });

  test.each([
    ['T-skill-296, D-095', { tags: ['go'] }, 'a good algorithm'],
    ['D-095', { tags: ['e'] }, 'a good algorithm, please'],
    ['T-skill-300, D-095', { steps: [''], tags: ['zz'] }, 'anything at all'],
    ['D-095', { steps: ['x'], tags: ['', ' '] }, 'anything at all'],
  ])('%s: a part of a word, and nothing, match nothing: %j', async (_, parts, task) => {
    freshLibrary();
    const { extractSkill, matchSkill } = await import('mini-agent-mcp/skill');
    await extractSkill(skill(parts));
    expect(await matchSkill({ task })).toBeUndefined();
  });

  test.each([['nope'], [{ skillId: 'nope' }]])(
    'D-098, T-skill-301: an unknown skill is not used: %j',
    async (which) => {
      freshLibrary();
      const { useSkill } = await import('mini-agent-mcp/skill');
      await expect(useSkill(which)).rejects.toMatchObject({ code: 'not_found' });
    },
  );

  test.each([[{}], [undefined], [null], [''], [{ task: 5 }]])(
    'T-skill-302: a missing task is an error that names it: %j',
    async (search) => {
      freshLibrary();
      const { matchSkill, useSkill } = await import('mini-agent-mcp/skill');
      await expect(matchSkill(search as string)).rejects.toThrow(/^task is required/);
      await expect(useSkill(search as string)).rejects.toThrow(/^skillId is required/);
    },
  );

  test('D-093: a file that is no list is an error here, and no reason for a run to fail', async () => {
    const { home, printed } = freshLibrary();
    mkdirSync(join(home, '.skills'));
    writeFileSync(join(home, '.skills', 'skills.json'), '{}');
    const { listSkills } = await import('mini-agent-mcp/skill');
    const { runAgent } = await import('mini-agent-mcp/agent');
    await expect(listSkills()).rejects.toMatchObject({ code: 'corrupt' });
    expect(await runAgent('calculate 1+1')).toMatchObject({ success: true });
    expect(printed()).toBe('');
  });
});
