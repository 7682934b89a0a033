import { invalidInput } from './errors.ts';
import { checkObject, checkTags } from './memory-input.ts';
import type { SkillInput } from './skill.ts';

const longestText = 20_000;
const longestName = 200;
const mostSteps = 100;

/** The types promise a shape, but what a model or a JavaScript caller sends is checked all the same. */
export function checkSkill(input: SkillInput): SkillInput {
  const given = checkObject(input);
  const name = checkText(given, 'name').trim();
  if (name === '' || name.length > longestName) {
    throw invalidInput('name', `is required and must have 1 to ${longestName} characters.`);
  }
  const steps = given['steps'];
  if (!Array.isArray(steps) || !steps.every((step) => typeof step === 'string')) {
    throw invalidInput('steps', 'is required and must be a list of texts.');
  }
  if (steps.length > mostSteps) throw invalidInput('steps', `must be at most ${mostSteps}.`);
  for (const step of steps) checkLength('steps', step);
  return {
    name,
    description: checkText(given, 'description'),
    exampleTask: checkText(given, 'exampleTask'),
    steps: steps.filter((step) => step.trim() !== ''),
    tags: checkTags(given['tags'] ?? []),
  };
}

function checkText(given: Readonly<Record<string, unknown>>, field: string): string {
  const value = given[field];
  if (typeof value !== 'string') throw invalidInput(field, 'is required and must be a text.');
  return checkLength(field, value);
}

function checkLength(field: string, value: string): string {
  if (value.length <= longestText) return value;
  throw invalidInput(field, `must have at most ${longestText} characters.`);
}

export function checkTask(task: unknown): string {
  if (typeof task === 'string' && task.trim() !== '') return task;
  throw invalidInput('task', 'is required and must be a text that is not empty.');
}
