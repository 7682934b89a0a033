import { join } from 'node:path';
import type { MemoryStore, SkillStore } from '@mini-agent/persistence';

/** The stores of this process, opened when they are first asked for. */
export interface Stores {
  readonly openMemory: () => Promise<MemoryStore>;
  readonly openSkills: () => Promise<SkillStore>;
  /** Where workflows are kept. */
  readonly workflowFolder: () => Promise<string>;
  /** Writes what is not yet in the readable files. */
  readonly close: () => Promise<void>;
}

export function createStores(home: () => Promise<string>): Stores {
  let memory: Promise<MemoryStore> | undefined;
  let skills: Promise<SkillStore> | undefined;
  const openMemory = async (): Promise<MemoryStore> => {
    const { createMemoryStore } = await import('@mini-agent/persistence');
    return createMemoryStore({ directory: join(await home(), '.memory') });
  };
  const openSkills = async (): Promise<SkillStore> => {
    const { createSkillStore } = await import('@mini-agent/persistence');
    return createSkillStore({ directory: join(await home(), '.skills') });
  };
  return {
    openMemory: () => (memory ??= openMemory()),
    openSkills: () => (skills ??= openSkills()),
    workflowFolder: async () => join(await home(), '.workflow'),
    close: async () => {
      await Promise.allSettled([memory, skills].map(async (store) => (await store)?.close()));
    },
  };
}
