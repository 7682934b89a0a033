import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import type { RecordedTools } from './scenario.ts';
import { readTools } from './write-scenario.ts';

export interface ReplayedLists {
  /** The next list of tools that was given at this depth; after the last one that one again. */
  readonly next: (depth: number) => readonly ToolDescriptor[];
}

export function createReplayedLists({ lists, descriptors }: RecordedTools): ReplayedLists {
  const asked = new Map<number, number>();
  return {
    next: (depth) => {
      const count = asked.get(depth) ?? 0;
      asked.set(depth, count + 1);
      let left = count;
      let places: readonly number[] = [];
      for (const list of lists) {
        if (list.depth !== depth) continue;
        places = list.tools;
        if (left < list.times) break;
        left -= list.times;
      }
      return readTools(places, descriptors);
    },
  };
}
