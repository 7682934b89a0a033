import type { Skill, SkillMatch } from './skill.ts';
import { foldText, tagKeys } from './tags.ts';
import { occursAsWords } from './writing-systems.ts';

const scoreOfTag = 10;
const scoreOfStep = 5;

/** How much of a step has to be in the task, in UTF-16 units. */
const stepLength = 20;

/** How well a skill fits a task; tags and steps match as whole words, in scripts without blanks as parts of the text. */
export function skillScore(skill: Skill, task: string): number {
  const text = foldText(task);
  const tags = tagKeys(skill.tags).filter((part) => occursAsWords({ text, part }));
  const steps = skill.steps.filter((step) => {
    const trimmed = step.trim();
    const part = foldText(trimmed.slice(0, stepLength));
    return occursAsWords({ text, part, isCut: trimmed.length > stepLength });
  });
  return scoreOfTag * tags.length + scoreOfStep * steps.length;
}

/** The best skill with a score above 0; of equal ones the more used, then the later one. */
export function bestMatch(skills: readonly Skill[], task: string): SkillMatch | undefined {
  let best: SkillMatch | undefined;
  for (const skill of skills) {
    const score = skillScore(skill, task);
    if (score === 0) continue;
    const isBetter =
      best === undefined ||
      score > best.score ||
      (score === best.score && skill.useCount >= best.skill.useCount);
    if (isBetter) best = { skill, score };
  }
  return best;
}
