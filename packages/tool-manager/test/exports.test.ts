import { expect, test } from 'vitest';

test('the package exports exactly its contract', async () => {
  const module = await import('../src/index.ts');
  expect(Object.keys(module).sort()).toEqual([
    'ToolManagerError',
    'ToolManagerImpl',
    'createToolManager',
  ]);
});
