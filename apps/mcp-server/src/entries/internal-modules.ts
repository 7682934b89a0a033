import { libraryTool, type LibraryTool } from '../library/tools.ts';

export type { LibraryTool } from '../library/tools.ts';

export const runWorkflowTool: LibraryTool = libraryTool('run_workflow');
export const deepResearchTool: LibraryTool = libraryTool('deep_research');
export const researchPipelineTool: LibraryTool = libraryTool('research_pipeline');
export const rememberTool: LibraryTool = libraryTool('remember');
export const recallTool: LibraryTool = libraryTool('recall');
export const memoryStatsTool: LibraryTool = libraryTool('memory_stats');
export const extractSkillTool: LibraryTool = libraryTool('extract_skill');
export const listSkillsTool: LibraryTool = libraryTool('list_skills');
