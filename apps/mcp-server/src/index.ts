#!/usr/bin/env node
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export {
  calculator,
  datetimeInfo,
  randomGen,
  textStats,
  textTransform,
  unitConvert,
} from '@mini-agent/core-tools';
export {
  addCreateHook,
  addNextHook,
  clearHooks,
  resetAnySearchCache,
  runAgent,
} from './entries/agent.ts';
export type { AgentAnswer, CreateHook, NextHook, RunAgentOptions } from './entries/agent.ts';
export {
  deepResearchTool,
  extractSkillTool,
  listSkillsTool,
  memoryStatsTool,
  recallTool,
  rememberTool,
  researchPipelineTool,
  runWorkflowTool,
} from './entries/internal-modules.ts';
export type { LibraryTool } from './entries/internal-modules.ts';
export {
  callLLM,
  getLLMConfig,
  getLLMMode,
  isSamplingAvailable,
  withRequestContext,
} from './entries/llm.ts';
export type { CallOptions, LlmAnswer, LlmConfig, RequestContext } from './entries/llm.ts';
export { getMemoryStats, recall, remember, searchMemories } from './entries/memory.ts';
export type {
  Memory,
  MemoryInput,
  MemoryQuery,
  MemorySearch,
  MemoryStats,
} from './entries/memory.ts';
export { extractSkill, getSkillStats, listSkills, matchSkill, useSkill } from './entries/skill.ts';
export type { Skill, SkillInput, SkillMatch, SkillStats } from './entries/skill.ts';
export { toolManager, ToolManagerImpl } from './entries/tool-manager.ts';
export type { ToolEntry, ToolManager } from './entries/tool-manager.ts';
export { buildStepTask, deepResearch, parseSubQuestions, runWorkflow } from './entries/workflow.ts';
export type {
  ResearchReport,
  StepReport,
  WorkflowResult,
  WorkflowStep,
} from './entries/workflow.ts';

// Run directly, this file is the command line; imported, it does nothing.
if (isRunDirectly()) await import(new URL('cli.js', import.meta.url).href);

function isRunDirectly(): boolean {
  const [, script] = process.argv;
  if (script === undefined) return false;
  const self = fileURLToPath(import.meta.url);
  try {
    // Node runs `dist` and `dist/index` as well. The manifest: bundled into a program, this code is that program's file.
    return realpathSync(createRequire(self).resolve(resolve(script))) === self && isOurs(self);
  } catch {
    return false;
  }
}

function isOurs(self: string): boolean {
  const text = readFileSync(join(dirname(self), '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly name?: unknown }).name === 'mini-agent-mcp';
}
