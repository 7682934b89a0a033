import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MergeError } from '../../src/cli/init/merge-error.ts';
import { mergeToml } from '../../src/cli/init/merge-toml.ts';
import { parseToml } from '../../src/cli/init/toml-reader.ts';

const target = {
  section: 'mcp_servers',
  entry: { command: 'npx', args: ['-y', 'mini-agent-mcp'] },
};

const merge = (text: string): string => mergeToml(text, target);

const table = `[mcp_servers.mini-agent]
command = "npx"
args = ["-y", "mini-agent-mcp"]
`;

describe('merging into TOML', () => {
  test.each([
    ['', table],
    ['\uFEFF', `\uFEFF${table}`],
    ['model = "m" # mine\n', `model = "m" # mine\n\n${table}`],
    ['model = "m"', `model = "m"\n\n${table}`],
    ['[a]\nb = 1\n\n', `[a]\nb = 1\n\n${table}`],
    ['a = 1\r\n', `a = 1\r\n\r\n${table.replaceAll('\n', '\r\n')}`],
    ['[mcp_servers.other]\ncommand = "x"\n', `[mcp_servers.other]\ncommand = "x"\n\n${table}`],
    ['[mcp_servers]\nother.command = "x"\n', `[mcp_servers]\nother.command = "x"\n\n${table}`],
  ])('%j: the table comes at the end', (text, merged) => {
    expect(merge(text)).toBe(merged);
    expect(merge(merged)).toBe(merged);
  });

  test('a table that is there gets only the values that differ', () => {
    const text = `[mcp_servers."mini-agent"] # mine
command = 'node' # why
args = [
  "old",
]
startup_timeout_sec = 60

[mcp_servers.mini-agent.env]
LLM_API_KEY = "k"
`;
    expect(merge(text)).toBe(
      text.replace("'node'", '"npx"').replace('[\n  "old",\n]', '["-y", "mini-agent-mcp"]'),
    );
  });

  test('values that are missing in it are added at its beginning', () => {
    const text = '[mcp_servers.mini-agent]\nenabled = true\n[other]\n';
    expect(merge(text)).toBe(`${table}enabled = true\n[other]\n`);
    expect(merge('[mcp_servers.mini-agent]')).toBe(table);
  });

  test.each([
    ['[mcp_servers.mini-agent]\ncommand = "npx"\nargs = ["-y", # here\n "mini-agent-mcp"]\n'],
    ["[mcp_servers]\nmini-agent.command = 'npx'\nmini-agent.args = ['-y', 'mini-agent-mcp']\n"],
    ['[mcp_servers.mini-agent]\ncommand = """npx"""\nargs = ["-y", \'\'\'mini-agent-mcp\'\'\']\n'],
  ])('%j has it already', (text) => {
    expect(merge(text)).toBe(text);
  });

  test.each([
    ['a = ', /line 1 is not valid/],
    ['a = 1\nb\n', /line 2 is not valid/],
    ['a = "x', /not valid/],
    ['[a\n', /not valid/],
    ['a = 1 b = 2', /not valid/],
    ['a = [1 2]', /not valid/],
    ['a = {b = 1', /not valid/],
    ['a = tru', /not valid/],
    ['a = "\\q"', /not valid/],
    [`a = ${'['.repeat(5_000)}`, /not valid/],
    ['mcp_servers = {}', /cannot be added to/],
    ['mcp_servers = { other = { command = "x" } }', /cannot be added to/],
    ['[[mcp_servers]]\nname = "x"\n', /cannot be added to/],
    ['[[mcp_servers.mini-agent]]\ncommand = "x"\n', /cannot be added to/],
    ['[mcp_servers.mini-agent.env]\nA = "b"\n', /cannot be added to/],
    ['[mcp_servers]\nmini-agent = { command = "x" }\n', /cannot be added to/],
    ['[mcp_servers.mini-agent]\nurl = "https://x"\n', /reached over HTTP/],
    ['[mcp_servers.mini-agent]\nargs = [ # mine\n "x"]\n', /a comment stands inside/],
    ['[mcp_servers.mini-agent]\ncommand = "a"\ncommand = "b"\n', /there twice/],
    ['[mcp_servers.mini-agent]\n[mcp_servers."mini-agent"]\n', /there twice/],
  ])('%j is left as it is', (text, reason) => {
    expect(() => merge(text)).toThrow(MergeError);
    expect(() => merge(text)).toThrow(reason);
  });
});

const bare = fc.constantFrom(
  '1',
  '-2.5e3',
  'true',
  'inf',
  '0xFF',
  '1979-05-27T07:32:00Z',
  '07:32:00',
  '1_000',
);
const quoted = fc
  .string({ maxLength: 8 })
  .map((text) => JSON.stringify(text).replaceAll('\u007F', '\\u007F'));
const literal = fc.stringMatching(/^[^'\r\n\p{C}]{0,6}$/u).map((text) => `'${text}'`);
const long = fc.constantFrom('"""\na "quoted" word\n"""', "'''it's\n[not.a.table]\n'''", '"""a"""');
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    bare,
    quoted,
    literal,
    long,
    fc
      .array(tie('value'), { maxLength: 3 })
      .map((items) => `[\n${items.map((item) => `  ${item}, # c\n`).join('')}]`),
    fc.tuple(bare, quoted).map(([one, two]) => `{ a = ${one}, "b c".d = ${two} }`),
  ),
}));
const key = fc.constantFrom('a', 'b-c', '"q. x"', "'l'", 'd.e', 'command', 'mcp_servers.x.command');
const line = fc.oneof(
  fc.tuple(key, value).map(([name, text]) => `${name} = ${text} # note`),
  fc.constantFrom(
    '',
    '# [mcp_servers.mini-agent]',
    '[t]',
    '[mcp_servers.other]',
    '[[list]]',
    '[mcp_servers.mini-agent]',
    '[ "w x" . y ]',
  ),
);

test('random files: refused, or nothing is lost, the server is in it, and a second time changes nothing', () => {
  let merges = 0;
  const files = fc.tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('', '\n'));
  fc.assert(
    fc.property(files, ([lines, end]) => {
      const text = `${lines.join('\n')}${end}`;
      let merged: string;
      try {
        merged = merge(text);
      } catch (error) {
        expect(error).toBeInstanceOf(MergeError);
        return;
      }
      merges += 1;
      const { entries } = parseToml(merged);
      const own = entries.filter(
        ({ path }) => path[0] === 'mcp_servers' && path[1] === 'mini-agent',
      );
      expect(own.find(({ path }) => path[2] === 'command')?.value).toEqual({
        kind: 'text',
        value: 'npx',
      });
      expect(own.some(({ path }) => path[2] === 'args')).toBe(true);
      if (!lines.includes('[mcp_servers.mini-agent]')) expect(merged.startsWith(text)).toBe(true);
      expect(merged.match(/# (?:note|c)$/gm)).toEqual(text.match(/# (?:note|c)$/gm));
      expect(merge(merged)).toBe(merged);
    }),
    { numRuns: 500 },
  );
  expect(merges).toBeGreaterThan(50);
});

test.each([
  ['a basic text', `"${'x'.repeat(9_000_000)}"`],
  ['a literal text', `'${'x'.repeat(9_000_000)}'`],
  ['a long basic text', `"""${'x'.repeat(9_000_000)}"""`],
  ['a long literal text', `'''${'x'.repeat(9_000_000)}'''`],
])('%s of millions of signs is read', (_name, value) => {
  expect(merge(`a = ${value}\n`)).toBe(`a = ${value}\n\n${table}`);
});
