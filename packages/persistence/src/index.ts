export { StoreError } from './errors.ts';
export { createMemoryStore } from './memory-store.ts';
export type { MemoryStoreOptions } from './memory-store.ts';
export type {
  Memory,
  MemoryInput,
  MemoryQuery,
  MemoryStats,
  MemoryStore,
  MemoryType,
} from './memory.ts';
export { createSkillStore } from './skill-store.ts';
export type { SkillStoreOptions } from './skill-store.ts';
export type { Skill, SkillInput, SkillMatch, SkillStore } from './skill.ts';
