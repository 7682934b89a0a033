import type { Tool, ToolAnnotations } from '@mini-agent/foundation/tool';
import type { SkillStore } from '@mini-agent/persistence';
import { z } from 'zod';
import { requiredText, stepList, tagList } from './argument-schemas.ts';
import { defineInternalTool, jsonResult, toJson } from './internal-tool.ts';

const annotations: ToolAnnotations = {
  readOnly: true,
  idempotent: true,
  openWorld: false,
  destructive: false,
  untrustedOutput: true,
};
const policy = { timeoutMs: 10_000, maxInputChars: 20_000 };

export interface ExtractSkillArguments {
  readonly name: string;
  readonly description: string;
  readonly exampleTask: string;
  readonly steps: readonly string[];
  readonly tags: readonly string[];
}

/** `extract_skill` and `list_skills` over a store that is opened at the first call. */
export function createSkillTools(openStore: () => Promise<SkillStore>): {
  extractSkill: Tool<ExtractSkillArguments>;
  listSkills: Tool<Record<string, never>>;
} {
  return {
    extractSkill: defineInternalTool<ExtractSkillArguments>({
      name: 'extract_skill',
      title: 'Keep a skill',
      description:
        'Keep how a task was solved, so that later runs of the same kind get it as a hint. A known name is overwritten.',
      inputSchema: z.strictObject({
        name: requiredText('short name of the skill'),
        description: requiredText('what it is good for, in a sentence'),
        exampleTask: requiredText('a task it solved'),
        steps: stepList
          .refine((steps) => steps.length > 0, { error: 'must hold at least one step' })
          .describe('the steps, in order'),
        tags: tagList
          .refine((tags) => tags.length > 0, { error: 'must hold at least one tag' })
          .describe('words that tasks of this kind contain'),
      }),
      annotations: { ...annotations, readOnly: false, untrustedOutput: false },
      policy,
      run: async (skill) => {
        const stored = await (await openStore()).extract(skill);
        return jsonResult({ extracted: true, count: 1, skill: toJson(stored) });
      },
    }),
    listSkills: defineInternalTool<Record<string, never>>({
      name: 'list_skills',
      title: 'List skills',
      description: 'All kept skills with their steps and how often each was used.',
      inputSchema: z.strictObject({}),
      annotations,
      policy,
      run: async () => {
        const skills = await (await openStore()).list();
        return jsonResult({ count: skills.length, skills: toJson(skills) });
      },
    }),
  };
}
