import { expect, test } from 'vitest';
import * as entry from '../src/index.ts';

test('@mini-agent/persistence exports exactly its contract', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'StoreError',
    'createMemoryStore',
    'createSkillStore',
  ]);
});
