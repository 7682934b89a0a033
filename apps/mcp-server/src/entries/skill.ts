import { randomUUID } from 'node:crypto';
import { StoreError, type Skill, type SkillInput, type SkillMatch } from '@mini-agent/persistence';
import { instance } from '../library/instance.ts';

export type { Skill, SkillInput, SkillMatch } from '@mini-agent/persistence';

/** Keeps a skill; a known name is overwritten and keeps its id and its count of uses. */
export async function extractSkill(input: SkillInput): Promise<Skill> {
  return (await instance().stores.openSkills()).extract(input);
}

/** The skill that fits a task best, or undefined where none does. */
export async function matchSkill(
  search: string | { readonly task: string },
): Promise<SkillMatch | undefined> {
  const task: unknown = typeof search === 'string' ? search : search.task;
  if (typeof task !== 'string' || task.trim() === '') {
    throw new StoreError('invalid_input', 'task is required and must not be empty.');
  }
  return (await instance().stores.openSkills()).match(task);
}

/** Counts a use. Rejects with `not_found` for an unknown id. */
export async function useSkill(which: string | { readonly skillId: string }): Promise<Skill> {
  const id = typeof which === 'string' ? which : which.skillId;
  return (await instance().stores.openSkills()).use(id, randomUUID());
}

export async function listSkills(): Promise<readonly Skill[]> {
  return (await instance().stores.openSkills()).list();
}

export interface SkillStats {
  readonly count: number;
  readonly uses: number;
  readonly mostUsed?: string;
}

export async function getSkillStats(): Promise<SkillStats> {
  const skills = await listSkills();
  const [mostUsed] = skills.toSorted((a, b) => b.useCount - a.useCount);
  return {
    count: skills.length,
    uses: skills.reduce((sum, { useCount }) => sum + useCount, 0),
    ...(mostUsed !== undefined && mostUsed.useCount > 0 && { mostUsed: mostUsed.name }),
  };
}
