import type { Search } from '@mini-agent/foundation/search';
import type { Tool } from '@mini-agent/foundation/tool';
import type { ResearchPorts } from '@mini-agent/workflow';
import { createMemoryTools } from '../tools/memory-tools.ts';
import { createPipelineTools } from '../tools/pipeline-tools.ts';
import { createSkillTools } from '../tools/skill-tools.ts';
import type { NestedRuns } from './nested-runs.ts';
import type { Stores } from './stores.ts';

/** What the internal tools beside the six core ones work with. */
export interface ToolPorts extends Omit<Stores, 'close'> {
  readonly nested: Pick<NestedRuns, 'agentOf'>;
  readonly search: Search;
  readonly read: NonNullable<ResearchPorts['read']>;
}

/** Three pipelines, three memory tools, two skill tools. */
export function createInternalTools(ports: ToolPorts): readonly Tool[] {
  const { nested, search, read } = ports;
  const pipelines = createPipelineTools({
    workflowFolder: ports.workflowFolder,
    runStep: (context) => {
      const agent = nested.agentOf(context);
      return (task, { signal, onProgress }) => agent.run(task, { signal, onProgress });
    },
    research: (context) => {
      const { usesModel, ask } = nested.agentOf(context);
      return usesModel ? { ask, search, read } : undefined;
    },
  });
  const memory = createMemoryTools(ports.openMemory);
  const skills = createSkillTools(ports.openSkills);
  return [
    pipelines.runWorkflow,
    pipelines.deepResearch,
    pipelines.researchPipeline,
    memory.remember,
    memory.recall,
    memory.memoryStats,
    skills.extractSkill,
    skills.listSkills,
  ] as readonly Tool[];
}
