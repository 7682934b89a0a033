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
  const task = requiredText('task', textOf(search, 'task'));
  return (await instance().stores.openSkills()).match(task);
}

/** Counts a use. Rejects with `not_found` for an unknown id. */
export async function useSkill(which: string | { readonly skillId: string }): Promise<Skill> {
  const id = requiredText('skillId', textOf(which, 'skillId'));
  return (await instance().stores.openSkills()).use(id, randomUUID());
}

/** All skills, the oldest first. */
export async function listSkills(): Promise<readonly Skill[]> {
  return (await instance().stores.openSkills()).list();
}

export interface SkillStats {
  readonly count: number;
  readonly uses: number;
  readonly mostUsed?: string;
}

/** How many skills there are, how often they were used, and which one most. */
export async function getSkillStats(): Promise<SkillStats> {
  const skills = await listSkills();
  const [mostUsed] = skills.toSorted((a, b) => b.useCount - a.useCount);
  return {
    count: skills.length,
    uses: skills.reduce((sum, { useCount }) => sum + useCount, 0),
    ...(mostUsed !== undefined && mostUsed.useCount > 0 && { mostUsed: mostUsed.name }),
  };
}

/** The types promise a shape, but a JavaScript caller may give anything. */
function textOf(given: unknown, field: string): unknown {
  if (typeof given !== 'object' || given === null) return given;
  return (given as Readonly<Record<string, unknown>>)[field];
}

function requiredText(field: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new StoreError('invalid_input', `${field} is required and must not be empty.`);
}
