import { readProviders } from '@mini-agent/llm-router';
import type { Providers } from '@mini-agent/llm-router';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from '../src/config/json-fault.ts';

function read(text: string): Providers {
  return readProviders(
    { LLM_PROVIDERS_PATH: '/x/p.json', LLM_PROVIDER: 'acme' },
    { readFile: () => text, fileMode: () => 0o600 },
  );
}

describe('broken JSON', () => {
  it.each([
    ['{"providers": {"a": 1,}}', 1, 22, 'a comma stands before }'],
    ['{\n  "providers": {\n    // mine\n  }\n}', 3, 5, 'comments are not allowed'],
    ["{'providers': {}}", 1, 2, 'only double quotes (") are allowed'],
    ['{"providers": {}', 1, 17, 'the text ends too early'],
    ['{\r\n"providers": {}\r\n"x": 1}', 3, 1, 'a comma or } is missing'],
    ['{"providers" {}}', 1, 14, 'a colon is missing'],
    ['{providers: {}}', 1, 2, 'a name in double quotes is missing'],
    ['{"a": yes}', 1, 7, 'a value is missing or not in quotes'],
    ['{"a": 01}', 1, 7, 'a value is missing or not in quotes'],
    ['{"a": "C:\\path"}', 1, 10, 'a backslash must be doubled'],
    ['{"a": "sk-1\n"}', 1, 12, 'a closing quote is missing before the end of the line'],
    ['{} {}', 1, 4, 'nothing may follow the last }'],
    ['', 1, 1, 'the text ends too early'],
  ])('%j: line %i, column %i, %s', (...[text, line, column, what]) => {
    const { providers, problems } = read(text);
    expect(providers).toEqual([]);
    expect(problems).toEqual([
      `LLM_PROVIDERS_PATH (/x/p.json) is not valid JSON at line ${line}, column ${column}: ${what}. HTTP is off.`,
    ]);
  });

  it('is found exactly where JSON.parse finds fault, for any text', () => {
    const parses = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const damaged = fc
      .tuple(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', '\\', '\n', '1', 'e'),
      )
      .map(([text, at, put]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
        expect(scanJson(text).fault === undefined).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('a text nested without end is refused and exhausts nothing', () => {
    expect(read('['.repeat(200_000)).problems).toHaveLength(1);
  });
});
