import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolNameRule } from '../src/conversation/tool-names.ts';
import { neutralNameRule, toolNames } from '../src/conversation/tool-names.ts';
import { tool } from './support/requests.ts';

const letter: ToolNameRule = { maxLength: 64, first: 'letter' };

describe('names of tools', () => {
  it.each([
    ['a plain name', 'read_file', 'read_file', 'read_file'],
    ['dots and slashes', 'files.read/all', 'files_read_all', 'files_read_all'],
    ['a digit first', '3d_render', '_3d_render', 't_3d_render'],
    ['an underscore first', '_hidden', '_hidden', 'hidden'],
    ['a dash first', '-x', '_-x', 't_-x'],
    ['Chinese', '搜索', 'unnamed_tool', 'unnamed_tool'],
    ['too long', 'x'.repeat(70), 'x'.repeat(64), 'x'.repeat(64)],
  ])('%s', (...[, name, neutral, moonshot]) => {
    expect(toolNames([tool(name)]).toWire(name)).toBe(neutral);
    expect(toolNames([tool(name)], letter).toWire(name)).toBe(moonshot);
  });

  it('leave a legal name to its own tool', () => {
    const names = toolNames([tool('a.b'), tool('a_b')]);
    expect([names.toWire('a.b'), names.toWire('a_b')]).toEqual(['a_b_2', 'a_b']);
    expect([names.fromWire('a_b'), names.fromWire('a_b_2')]).toEqual(['a_b', 'a.b']);
  });

  it('are legal, unique and come back, whatever they are', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 80 }),
      fc.constantFrom('a.b', 'a_b', 'a/b', '1', '_1', '__', '工具', 'toString', '__proto__'),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 20 }),
        fc.constantFrom(neutralNameRule, letter, { maxLength: 12, first: 'any' } as const),
        (given, rule) => {
          const names = toolNames(
            given.map((entry) => tool(entry)),
            rule,
          );
          const wire = given.map((entry) => names.toWire(entry));
          expect(new Set(wire).size).toBe(wire.length);
          for (const [index, entry] of wire.entries()) {
            expect(entry.length).toBeLessThanOrEqual(rule.maxLength);
            expect(entry).toMatch(/^[\w-]+$/);
            if (rule.first === 'letter') expect(entry).toMatch(/^[A-Za-z]/);
            if (rule.first === 'letter_or_underscore') expect(entry).toMatch(/^[A-Za-z_]/);
            expect(names.fromWire(entry)).toBe(given[index]);
          }
        },
      ),
    );
  });
});
