import { expect, test, vi } from 'vitest';
import type { Tool } from '@mini-agent/foundation/tool';
import { createToolManager, ToolManagerError, ToolManagerImpl } from '../src/index.ts';
import { similarNames } from '../src/similar-names.ts';
import { makeTool, openContext } from './make-tool.ts';

const everything = { ...openContext(), depth: 0 };

test('tools are registered, found, listed by name and taken out', async () => {
  const manager = createToolManager({ tools: [makeTool({ name: 'b' })] });
  const take = manager.register(makeTool({ name: 'a' }));
  expect([manager.has('a'), manager.get('a')?.name, manager.stats().tools]).toEqual([true, 'a', 2]);
  expect((await manager.list(everything)).map(({ name }) => name)).toEqual(['a', 'b']);
  take();
  expect(manager.has('a')).toBe(false);
  expect((await manager.list(everything)).map(({ name }) => name)).toEqual(['b']);
  expect([manager.unregister('b'), manager.unregister('b')]).toEqual([true, false]);
  expect(await manager.list(everything)).toEqual([]);
});

test('a name is taken once', () => {
  const manager = createToolManager({ tools: [makeTool()] });
  expect(() => manager.register(makeTool())).toThrow(ToolManagerError);
  expect(() => manager.register(makeTool())).toThrow(/already registered/);
  expect(() => createToolManager({ tools: [makeTool(), makeTool()] })).toThrow(
    /already registered/,
  );
});

test('taking a registration back does not touch a later one of the same name', () => {
  const manager = createToolManager();
  const take = manager.register(makeTool());
  manager.unregister('probe');
  manager.register(makeTool());
  take();
  expect(manager.has('probe')).toBe(true);
});

test.each(['', 'a b', 'ä', 'x'.repeat(65), 'a.b', 'a/b'])(
  '%j cannot be the name of a tool',
  (name) => {
    expect(() => createToolManager({ tools: [makeTool({ name })] })).toThrow(/cannot name a tool/);
  },
);

test.each([
  { timeoutMs: 0 },
  { timeoutMs: NaN },
  { timeoutMs: -1 },
  { maxConcurrent: 0 },
  { maxConcurrent: 1.5 },
  { maxInputChars: 0 },
])('the policy %j is refused', (policy) => {
  expect(() => createToolManager({ tools: [makeTool({ policy })] })).toThrow(ToolManagerError);
});

test.each([
  { maxConcurrent: 0 },
  { maxConcurrent: 1.5 },
  { maxConcurrent: NaN },
  { retryCount: -1 },
  { retryCount: 0.5 },
  { historySize: -1 },
  { queueTimeoutMs: 0 },
  { abandonedSlotMs: NaN },
])('the option %j is refused', (options) => {
  expect(() => new ToolManagerImpl(options)).toThrow(
    new RegExp(`^${Object.keys(options)[0] ?? ''} must be`),
  );
});

test('a descriptor is made once, without the dialect line, and shows what a model needs', async () => {
  const input = vi.fn(() => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
  }));
  const tool: Tool = {
    ...makeTool({ policy: { polling: true } }),
    inputSchema: {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) => ({ value }),
        jsonSchema: { input },
      },
    },
  };
  const manager = createToolManager({ tools: [tool] });
  expect(input).not.toHaveBeenCalled();
  const first = await manager.list(everything);
  expect(first).toEqual([
    {
      name: 'probe',
      title: 'probe',
      description: 'Test tool probe',
      inputSchema: { type: 'object' },
      annotations: tool.annotations,
      polling: true,
    },
  ]);
  expect(await manager.list(everything)).toBe(first);
  manager.register(makeTool({ name: 'other' }));
  expect((await manager.list(everything))[1]).toBe(first[0]);
  expect(input).toHaveBeenCalledTimes(1);
  expect(input).toHaveBeenCalledWith({ target: 'draft-2020-12' });
});

test('a schema that cannot be shown does not hide the other tools', async () => {
  const tool: Tool = {
    ...makeTool(),
    inputSchema: {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) => ({ value }),
        jsonSchema: {
          input: () => {
            throw new Error('transforms have no schema');
          },
        },
      },
    },
  };
  const list = await createToolManager({ tools: [tool, makeTool({ name: 'z' })] }).list(everything);
  expect(list.map(({ inputSchema }) => inputSchema)).toEqual([
    { type: 'object' },
    { type: 'object' },
  ]);
});

test.each([
  ['serach', ['search']],
  ['calculater', ['calculator']],
  ['anysearch', ['anysearch_search', 'anysearch_extract']],
  ['unitconvert', ['unit_convert']],
  ['xyz', []],
  ['', []],
  ['计算', []],
])('%j is like %j', (name, expected) => {
  const known = ['search', 'calculator', 'anysearch_search', 'anysearch_extract', 'unit_convert'];
  expect(similarNames(name, known)).toEqual(expect.arrayContaining([...expected]));
  if (expected.length === 0) expect(similarNames(name, known)).toEqual([]);
  else expect(expected).toContain(similarNames(name, known)[0]);
});
