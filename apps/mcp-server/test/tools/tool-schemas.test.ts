import { describe, expect, test } from 'vitest';
import { toolWorld } from './tool-world.ts';

type Schema = Readonly<Record<string, unknown>>;

async function listed(depth = 0): Promise<ReadonlyMap<string, Schema>> {
  const { manager } = toolWorld();
  const { signal } = new AbortController();
  const tools = await manager.list({ signal, depth });
  return new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]));
}

function propertiesOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  return (schema?.['properties'] ?? {}) as Readonly<Record<string, Schema>>;
}

describe('what a model is told of the internal tools', () => {
  test('is an object without other keys, with each field described', async () => {
    const tools = await listed();
    expect(tools.size).toBe(14);
    for (const [name, schema] of tools) {
      expect(schema, name).toMatchObject({ type: 'object', additionalProperties: false });
      for (const [field, property] of Object.entries(propertiesOf(schema))) {
        expect(property['description'], `${name}.${field}`).toBeTypeOf('string');
      }
    }
  });

  test.each([
    ['remember', ['type', 'content', 'tags'], ['type', 'content']],
    ['recall', ['tags', 'query', 'limit'], []],
    ['memory_stats', [], []],
    [
      'extract_skill',
      ['name', 'description', 'exampleTask', 'steps', 'tags'],
      ['name', 'description', 'exampleTask', 'steps', 'tags'],
    ],
    ['list_skills', [], []],
    ['run_workflow', ['steps'], ['steps']],
    ['deep_research', ['question'], ['question']],
    ['research_pipeline', ['topic'], ['topic']],
  ])('%s has the fields %j, of which %j are required', async (name, fields, required) => {
    const schema = (await listed()).get(name);
    expect(Object.keys(propertiesOf(schema))).toEqual(fields);
    expect(schema?.['required'] ?? []).toEqual(required);
  });

  test('run_workflow shows what a step looks like', async () => {
    const { steps } = propertiesOf((await listed()).get('run_workflow'));
    expect(steps).toMatchObject({ type: 'array', minItems: 1 });
    const step = steps?.['items'] as Schema;
    expect(step).toMatchObject({ type: 'object', required: ['id', 'task'] });
    expect(Object.keys(propertiesOf(step))).toEqual([
      'id',
      'label',
      'task',
      'dependsOn',
      'timeout',
    ]);
    for (const property of Object.values(propertiesOf(step))) {
      expect(property['description']).toBeTypeOf('string');
    }
  });

  test('tags may be a list or a text', async () => {
    for (const name of ['remember', 'recall', 'extract_skill']) {
      const { tags } = propertiesOf((await listed()).get(name));
      expect(JSON.stringify(tags), name).toMatch(/"type":"array".*"type":"string"/);
    }
  });
});
