import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { describe, expect, test } from 'vitest';
import { publicTool } from '../src/server/tool-definition.ts';

describe('the one public tool', () => {
  test('what a client model reads stays under 2.4 kB, with room for names of agents', () => {
    const { name, title, description, inputSchema } = publicTool;
    const size = Buffer.byteLength(JSON.stringify({ name, title, description, inputSchema }));
    expect(size).toBeLessThan(2_000);
  });

  test('mcp-053, mcp-054: the root is a closed object without combinators or references', () => {
    for (const schema of [publicTool.inputSchema, publicTool.outputSchema]) {
      expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
      for (const key of ['anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'definitions']) {
        expect(JSON.stringify(schema)).not.toContain(`"${key}"`);
      }
    }
  });

  test('mcp-057: no dialect other than 2020-12 is stamped', () => {
    expect(JSON.stringify(publicTool)).not.toMatch(/\$schema|draft-0/);
  });

  test('mcp-058: the name fits 64 characters behind the longest likely prefix', () => {
    const prefix = `mcp__plugin_${'p'.repeat(20)}_${'s'.repeat(18)}__`;
    expect(`${prefix}${publicTool.name}`.length).toBeLessThanOrEqual(64);
    expect(publicTool.name).toMatch(/^[a-z_]+$/);
  });

  test('D-034: title and the four hints of the MCP schema, nothing else', () => {
    expect(Object.keys(publicTool.annotations).sort()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
      'title',
    ]);
    expect(publicTool.title).not.toBe(publicTool.name);
  });

  test('both schemas compile', () => {
    const ajv = new AjvJsonSchemaValidator();
    expect(ajv.getValidator({ ...publicTool.inputSchema })({ task: 'x' }).valid).toBe(true);
    expect(ajv.getValidator({ ...publicTool.inputSchema })({ task: 'x', y: 1 }).valid).toBe(false);
    expect(ajv.getValidator({ ...publicTool.outputSchema })({}).valid).toBe(false);
  });
});
