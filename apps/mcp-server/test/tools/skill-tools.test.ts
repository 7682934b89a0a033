import { describe, expect, test } from 'vitest';
import { parsed, toolWorld } from './tool-world.ts';

const skill = {
  name: 'weekly report',
  description: 'how the report is made',
  exampleTask: 'Write the weekly report',
  steps: ['Collect the numbers', 'Write one page'],
  tags: ['report'],
};

describe('extract_skill and list_skills', () => {
  test('answer JSON with a count', async () => {
    const { call } = toolWorld();
    const kept = await call('extract_skill', skill);
    expect(kept.text).toMatch(/"count": 1/);
    expect(parsed(kept)).toMatchObject({ extracted: true, skill: { ...skill, useCount: 0 } });
    expect(parsed(await call('list_skills'))).toMatchObject({ count: 1, skills: [skill] });
  });

  test('a known name is overwritten and keeps its id', async () => {
    const { call } = toolWorld();
    const first = (await call('extract_skill', skill)).data?.['skill'];
    const { data } = await call('extract_skill', { ...skill, steps: ['Only one'] });
    expect(data?.['skill']).toMatchObject({
      id: (first as { id: string }).id,
      steps: ['Only one'],
      lastUpdatedAt: expect.any(Number) as number,
    });
    expect((await call('list_skills')).text).toMatch(/"count": 1/);
  });

  test('tags and steps may be text', async () => {
    const { call } = toolWorld();
    const given = { ...skill, steps: 'Collect\n\n  Write\r\nSend', tags: '周报，report、weekly' };
    expect(parsed(await call('extract_skill', given))).toMatchObject({
      skill: { steps: ['Collect', 'Write', 'Send'], tags: ['周报', 'report', 'weekly'] },
    });
  });

  test.each([
    ['name', { ...skill, name: '' }],
    ['name', { ...skill, name: undefined }],
    ['description', { ...skill, description: 5 }],
    ['exampleTask', { ...skill, exampleTask: ' ' }],
    ['steps', { ...skill, steps: [] }],
    ['steps', { ...skill, steps: [' ', ''] }],
    ['steps', { ...skill, steps: [1] }],
    ['steps', { ...skill, steps: undefined }],
    ['tags', { ...skill, tags: [] }],
    ['tags', { ...skill, tags: '，' }],
    ['tags', { ...skill, tags: undefined }],
    ['id', { ...skill, id: 'skill_1' }],
  ])('D-061: a wrong %s is refused and named', async (field, args) => {
    const { call, direct } = toolWorld();
    const named = expect.stringContaining(field) as string;
    await expect(direct('extract_skill', args)).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: named,
    });
    await expect(call('extract_skill', args)).rejects.toMatchObject({ message: named });
    expect(parsed(await call('list_skills'))).toEqual({ count: 0, skills: [] });
  });
});
