import type { Tool, ToolAnnotations } from '@mini-agent/foundation/tool';
import type { MemoryStore } from '@mini-agent/persistence';
import { z } from 'zod';
import { requiredText, tagList } from './argument-schemas.ts';
import { defineInternalTool, jsonResult, toJson } from './internal-tool.ts';

const reading: ToolAnnotations = {
  readOnly: true,
  idempotent: true,
  openWorld: false,
  destructive: false,
  // A memory may hold what a web page said.
  untrustedOutput: true,
};
const policy = { timeoutMs: 10_000, maxInputChars: 100_000 };

const memoryTypes = ['fact', 'preference', 'task', 'conversation'] as const;

export interface RememberArguments {
  readonly type: (typeof memoryTypes)[number];
  readonly content: string;
  readonly tags?: readonly string[] | undefined;
}

export interface RecallArguments {
  readonly tags?: readonly string[] | undefined;
  readonly query?: string | undefined;
  readonly limit?: number | undefined;
}

/** `remember`, `recall` and `memory_stats` over a store that is opened at the first call. */
export function createMemoryTools(openStore: () => Promise<MemoryStore>): {
  remember: Tool<RememberArguments>;
  recall: Tool<RecallArguments>;
  memoryStats: Tool<Record<string, never>>;
} {
  return {
    remember: defineRemember(openStore),
    recall: defineRecall(openStore),
    memoryStats: defineInternalTool<Record<string, never>>({
      name: 'memory_stats',
      title: 'Memory statistics',
      description: 'How many memories there are, by type, and where they are kept.',
      inputSchema: z.strictObject({}),
      annotations: { ...reading, untrustedOutput: false },
      policy,
      run: async () => jsonResult(toJson(await (await openStore()).stats()) as { count: number }),
    }),
  };
}

function defineRemember(openStore: () => Promise<MemoryStore>): Tool<RememberArguments> {
  return defineInternalTool<RememberArguments>({
    name: 'remember',
    title: 'Remember',
    description:
      'Keep something for later runs: a fact, a preference, a task or a piece of conversation. Give tags to find it by.',
    inputSchema: z.strictObject({
      type: z
        .enum(memoryTypes, { error: `is required and must be one of ${memoryTypes.join(', ')}` })
        .describe('what kind of memory'),
      content: requiredText('what to keep, as a sentence that stands alone'),
      tags: tagList.optional().describe('words to find it by, e.g. ["tea", "user"]'),
    }),
    // The same text kept twice is two memories.
    annotations: { ...reading, readOnly: false, idempotent: false, untrustedOutput: false },
    policy,
    run: async ({ type, content, tags = [] }) => {
      const memory = await (await openStore()).remember({ type, content, tags });
      return jsonResult({ remembered: true, count: 1, memory: toJson(memory) });
    },
  });
}

function defineRecall(openStore: () => Promise<MemoryStore>): Tool<RecallArguments> {
  return defineInternalTool<RecallArguments>({
    name: 'recall',
    title: 'Recall',
    description:
      'Find memories by exact tags, by text, or by both. Often used and recent ones come first.',
    inputSchema: z
      .strictObject({
        tags: tagList.optional().describe('any of these tags, e.g. ["tea"]'),
        query: z.string().optional().describe('words that occur in the memory'),
        limit: z.int().min(1).max(100).optional().describe('how many at most; default 5'),
      })
      .refine(({ tags = [], query = '' }) => tags.length > 0 || query.trim() !== '', {
        error: 'tags or query is required; an empty one finds nothing',
      }),
    annotations: reading,
    policy,
    run: async ({ tags = [], query = '', limit }) => {
      const memories = await (
        await openStore()
      ).recall({
        ...(tags.length > 0 && { tags }),
        ...(query.trim() !== '' && { text: query }),
        ...(limit !== undefined && { limit }),
      });
      return jsonResult({ count: memories.length, memories: toJson(memories) });
    },
  });
}
