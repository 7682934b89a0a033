import { describe, expect, it } from 'vitest';

import * as calculatorEntry from '../src/calculator.ts';
import { coreTools, textTransform } from '../src/index.ts';
import { MAX_ITEMS } from '../src/random/selection.ts';
import { TEXT_OPERATIONS } from '../src/text.ts';
import type { CoreTool } from '../src/tools/core-tool.ts';
import { MAX_EXPRESSION_CHARS, MAX_ITEMS as TOLD_MAX_ITEMS } from '../src/tools/input-limits.ts';

type Schema = Readonly<Record<string, unknown>>;

const named = coreTools.map((tool) => [tool.name, tool] as const);

function schemaOf(tool: CoreTool): Schema {
  return tool.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
}

function propertiesOf(tool: CoreTool): readonly (readonly [string, Schema])[] {
  return Object.entries(schemaOf(tool)['properties'] as Record<string, Schema>);
}

/** About four characters make a token. */
function tokens(value: unknown): number {
  return (typeof value === 'string' ? value : JSON.stringify(value)).length / 4;
}

/** The one-line examples of a description: JSON objects. */
function examplesIn(description: string): readonly unknown[] {
  return [...description.matchAll(/\{".*?\}/g)].map(([json]) => JSON.parse(json) as unknown);
}

describe('a tool as a model sees it', () => {
  it.each(named)(
    '%s has a name that every endpoint takes, a title and a description',
    (_, tool) => {
      expect(tool.name).toMatch(/^[a-z][a-z_]{2,40}$/);
      expect(tool.title).toMatch(/^[A-Z][A-Za-z ]{4,30}$/);
      expect(tool.description).toMatch(/^[A-Z].{100,}$/);
      expect(tool.description).not.toMatch(/\n| {2}/);
    },
  );

  it.each(named)(
    '%s: the JSON Schema takes less than 250 tokens, all of it less than 400',
    (_, tool) => {
      expect(tokens(schemaOf(tool))).toBeLessThan(250);
      expect(tokens(tool.description)).toBeLessThan(180);
      expect(tokens(schemaOf(tool)) + tokens(tool.description)).toBeLessThan(400);
    },
  );

  it.each(named)('%s: the JSON Schema is an object that takes nothing else', (_, tool) => {
    const { type, properties, required, additionalProperties, ...rest } = schemaOf(tool);
    expect({ type, additionalProperties, rest }).toEqual({
      type: 'object',
      additionalProperties: false,
      rest: {},
    });
    expect(Object.keys(properties as object)).toEqual(expect.arrayContaining(required as string[]));
    expect(required).not.toHaveLength(0);
  });

  it.each(named)(
    '%s: every field has one type, a description, and no keyword that endpoints refuse',
    (_, tool) => {
      for (const [field, property] of propertiesOf(tool)) {
        const { type, description, enum: choices, items, ...rest } = property;
        expect(rest, field).toEqual({});
        expect(['string', 'number', 'integer', 'boolean', 'array'], field).toContain(type);
        expect(description, field).toMatch(/[a-z\d].*[.。]$/);
        if (choices !== undefined) {
          expect(type, field).toBe('string');
          for (const choice of choices as unknown[]) expect(choice, field).toMatch(/^[a-z\d_]+$/);
        }
        if (type === 'array')
          expect(items, field).toMatchObject({ type: expect.any(String) as string });
        else expect(items, field).toBeUndefined();
      }
    },
  );

  it.each(named)('%s: every example of its texts works', async (_, tool) => {
    const examples = examplesIn(tool.description);
    if (tool.name === 'calculator') {
      const [, field] = propertiesOf(tool)[0] ?? [];
      for (const [, expression] of String(field?.['description']).matchAll(/"(.+?)"/g)) {
        await expect(tool.execute({ expression })).resolves.toBeDefined();
      }
      expect(tool.description).toContain('80 + 15% is 92');
      expect((await tool.execute({ expression: '80 + 15%' })).data).toMatchObject({ value: 92 });
    } else {
      expect(examples.length).toBeGreaterThan(0);
    }
    for (const example of examples) {
      await expect(tool.execute(example)).resolves.toBeDefined();
      expect(tool.inputSchema['~standard'].validate(example)).toHaveProperty('value');
    }
  });

  it.each(named)('%s is a local tool that changes nothing, with a limit of 5 s', (_, tool) => {
    expect(tool.annotations).toEqual({
      readOnly: true,
      idempotent: tool.name !== 'random_gen',
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
    });
    expect(tool.policy?.timeoutMs).toBe(5000);
  });

  it.each(named)('%s gives a schema of one’s own to whoever asks', (_, tool) => {
    const first = schemaOf(tool) as { properties: object };
    first.properties = {};
    expect(propertiesOf(tool)).not.toHaveLength(0);
  });
});

describe('what the definitions tell before the code is loaded', () => {
  it('are the operations and limits of that code', () => {
    const operation = propertiesOf(textTransform).find(([name]) => name === 'operation');
    expect(operation?.[1]['enum']).toEqual(TEXT_OPERATIONS);
    expect(MAX_EXPRESSION_CHARS).toBe(calculatorEntry.MAX_EXPRESSION_CHARS);
    expect(TOLD_MAX_ITEMS).toBe(MAX_ITEMS);
  });
});
