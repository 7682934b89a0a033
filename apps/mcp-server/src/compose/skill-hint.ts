import { abortable } from '@mini-agent/foundation/time';
import type { Skill } from '@mini-agent/persistence';
import { firstUnits } from '../render/cut.ts';
import type { Stores } from './stores.ts';

/** Skills are written by models and by people; a hint stays short however long one is. */
const longestHint = 2_000;

/** A hint is not worth more delay, whatever another process does with the file. */
const longestWaitMs = 1_000;

/** The skill that fits a task, as a hint for the model; its use is counted. A store that cannot be read gives none. */
export async function skillHint(
  task: string,
  runId: string,
  { openSkills }: Pick<Stores, 'openSkills'>,
): Promise<string | undefined> {
  const find = async (): Promise<string | undefined> => {
    const skills = await openSkills();
    const match = await skills.match(task);
    if (match === undefined) return undefined;
    await skills.use(match.skill.id, runId);
    return hintText(match.skill);
  };
  try {
    return await abortable(find(), AbortSignal.timeout(longestWaitMs));
  } catch {
    return undefined;
  }
}

function hintText({ name, description, steps }: Skill): string {
  const lines = steps.map((step, index) => `${index + 1}. ${step}`);
  const text = [`(A stored skill may fit: ${name} – ${description}`, ...lines].join('\n');
  return `${firstUnits(text, longestHint)})`;
}
