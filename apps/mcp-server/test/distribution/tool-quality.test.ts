import type { JsonSchema } from '@mini-agent/foundation/tool';
import { describe, expect, test } from 'vitest';
import { publicTool } from '../../src/server/tool-definition.ts';

/** Signals by which clients and directories judge a tool definition, as far as a rule can find them. */
interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: Readonly<Record<string, boolean | string>>;
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

const rules: Readonly<Record<string, (tool: Tool) => readonly string[]>> = {
  'purpose: starts with a verb and says more than the name': ({ name, title, description }) => {
    const words = (text = ''): string => text.toLowerCase().replaceAll(/[^a-z]+/g, ' ');
    const tells = ![words(name), words(title)].includes(words(description).trim());
    return tells && /^[A-Z][a-z]+s /.test(description) ? [] : ['description'];
  },
  'purpose: a title for people': ({ name, title }) =>
    title !== undefined && title !== name && title.includes(' ') ? [] : ['title'],
  'usage: says when to use it and when not': ({ description }) =>
    [/\bUse (?:it|this) (?:for|when)\b/, /\b(?:Do not|Don't|Never) use\b/]
      .filter((pattern) => !pattern.test(description))
      .map(String),
  'behaviour: all four hints, and what they cannot say': ({ annotations = {}, description }) => [
    ...hints.filter((hint) => typeof annotations[hint] !== 'boolean'),
    // Long runs, failures, reading outside, writing, and what it cannot see.
    ...[/running/, /failed/, /\bweb\b/, /\bmemory\b/, /cannot see/]
      .filter((pattern) => !pattern.test(description))
      .map(String),
  ],
  'behaviour: no contradiction with the hints': ({ annotations = {}, description }) =>
    annotations['readOnlyHint'] === true && /\b(?:write|change|delete|create)/i.test(description)
      ? ['readOnlyHint']
      : [],
  'parameters: each one is described, and adds to its name': ({ inputSchema }) =>
    undescribed(inputSchema, '').filter((path) => path !== ''),
  'parameters: fixed choices are enums, numbers have bounds': ({ inputSchema }) =>
    Object.entries(propertiesOf(inputSchema))
      .filter(([, field]) => /^(?:integer|number)$/.test(String(field['type'])))
      .filter(([, field]) => field['minimum'] === undefined)
      .map(([name]) => name),
  'result: an output schema with every member described': ({ outputSchema }) =>
    outputSchema === undefined ? ['outputSchema'] : undescribed(outputSchema, ''),
  'concise: what a model reads is under 2.4 kB': ({ name, title, description, inputSchema }) =>
    Buffer.byteLength(JSON.stringify({ name, title, description, inputSchema })) < 2_400
      ? []
      : ['definition'],
  'portable: a closed root object without combinators': ({ inputSchema }) =>
    inputSchema['type'] === 'object' &&
    inputSchema['additionalProperties'] === false &&
    !/"(?:anyOf|oneOf|allOf|not|\$ref)"/.test(JSON.stringify(inputSchema))
      ? []
      : ['inputSchema'],
};

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
}

/** Paths of members that have no description of their own, at any depth. */
function undescribed(schema: JsonSchema, path: string): readonly string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`;
    const { description = '', items } = field as { description?: string; items?: JsonSchema };
    const says = description.trim().toLowerCase() !== name && description.trim().length >= 8;
    return [
      ...(says ? [] : [here]),
      ...undescribed(field, here),
      ...(items === undefined ? [] : undescribed(items, `${here}[]`)),
    ];
  });
}

describe('the definition of run_agent', () => {
  test.each(Object.entries(rules))('%s', (_, rule) => {
    expect(rule(publicTool)).toEqual([]);
  });
});

describe('the rules', () => {
  const task = { type: 'string', description: 'What to do, in any language.' };
  const worse: readonly (readonly [string, Partial<Tool>])[] = [
    ['purpose: starts with a verb and says more than the name', { description: 'run agent' }],
    ['purpose: a title for people', { title: 'run_agent' }],
    ['usage: says when to use it and when not', { description: 'Runs an agent on a task.' }],
    [
      'behaviour: all four hints, and what they cannot say',
      { annotations: { readOnlyHint: false } },
    ],
    ['behaviour: no contradiction with the hints', { annotations: { readOnlyHint: true } }],
    [
      'parameters: each one is described, and adds to its name',
      { inputSchema: { type: 'object', properties: { task: { ...task, description: 'task' } } } },
    ],
    [
      'parameters: each one is described, and adds to its name',
      {
        inputSchema: {
          properties: {
            task: { ...task, type: 'object', properties: { inner: { type: 'string' } } },
          },
        },
      },
    ],
    [
      'parameters: fixed choices are enums, numbers have bounds',
      { inputSchema: { properties: { turns: { ...task, type: 'integer' } } } },
    ],
    [
      'result: an output schema with every member described',
      { outputSchema: { properties: { steps: { type: 'array', description: 'x' } } } },
    ],
    [
      'concise: what a model reads is under 2.4 kB',
      { description: publicTool.description.repeat(4) },
    ],
    ['portable: a closed root object without combinators', { inputSchema: { type: 'object' } }],
  ];

  test.each(worse)('%s: finds a worse definition', (name, change) => {
    expect(rules[name]?.({ ...publicTool, ...change })).not.toEqual([]);
  });
});
