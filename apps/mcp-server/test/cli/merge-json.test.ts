import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MergeError } from '../../src/cli/init/merge-error.ts';
import { mergeJson } from '../../src/cli/init/merge-json.ts';
import { parseJsonTree, plainValue } from '../../src/cli/init/json-tree.ts';

const target = {
  section: 'mcpServers',
  entry: { command: 'npx', args: ['-y', 'mini-agent-mcp'] },
};

const merge = (text: string): string => mergeJson(text, target);
const read = (text: string): unknown => {
  const { root } = parseJsonTree(text);
  return root && plainValue(root);
};

const block = `{
  "mcpServers": {
    "mini-agent": {
      "command": "npx",
      "args": [
        "-y",
        "mini-agent-mcp"
      ]
    }
  }
}
`;

describe('merging into JSON', () => {
  test.each([
    ['', block],
    ['  \n', block],
    ['\uFEFF', `\uFEFF${block}`],
    ['// mine\n', `// mine\n${block}`],
    ['// mine', `// mine\n${block}`],
  ])('%j becomes the whole configuration', (text, merged) => {
    expect(merge(text)).toBe(merged);
  });

  test('a file keeps its comments, spacing and commas, sign by sign', () => {
    const text = `{
\t// servers of mine
\t"theme": "dark", /* why */
\t"mcpServers": {
\t\t"other": { "command": "x" }, // keep me
\t\t/* and me */
\t},
}
`;
    expect(merge(text)).toBe(`{
\t// servers of mine
\t"theme": "dark", /* why */
\t"mcpServers": {
\t\t"other": { "command": "x" }, // keep me
\t\t"mini-agent": {
\t\t\t"command": "npx",
\t\t\t"args": [
\t\t\t\t"-y",
\t\t\t\t"mini-agent-mcp"
\t\t\t]
\t\t}
\t\t/* and me */
\t},
}
`);
  });

  test('a comment behind the last member stays with it', () => {
    const text = '{\n  "a": 1 // one\n}\n';
    expect(merge(text)).toMatch(/^\{\n {2}"a": 1, \/\/ one\n {2}"mcpServers": \{\n/);
  });

  test('CRLF and four spaces are kept', () => {
    const merged = merge('{\r\n    "mcpServers": {}\r\n}\r\n');
    expect(merged.split('\r\n').join('')).not.toMatch(/[\r\n]/);
    expect(merged).toContain('\r\n        "mini-agent": {\r\n            "command": "npx"');
    expect(merged.endsWith('}\r\n    }\r\n}\r\n')).toBe(true);
  });

  test('one line stays readable', () => {
    expect(read(merge('{"a":1,"mcpServers":{"x":{"command":"y"}}}'))).toEqual({
      a: 1,
      mcpServers: { x: { command: 'y' }, 'mini-agent': target.entry },
    });
  });

  test('an entry that is there gets only the values that differ; what the user added stays', () => {
    const text = `{ "mcpServers": { "mini-agent": {
      "command": "node", // mine
      "args": ["old"],
      "env": { "LLM_API_KEY": "k" }
    } } }`;
    expect(merge(text)).toBe(
      text.replace('"node"', '"npx"').replace('["old"]', '["-y","mini-agent-mcp"]'),
    );
  });

  test('values that are missing in it are added', () => {
    expect(read(merge('{"mcpServers":{"mini-agent":{"env":{}}}}'))).toEqual({
      mcpServers: { 'mini-agent': { env: {}, ...target.entry } },
    });
    expect(read(merge('{"mcpServers":{"mini-agent":{}}}'))).toEqual({
      mcpServers: { 'mini-agent': target.entry },
    });
  });

  test.each([
    ['{"a": 1', /line 1 is not valid/],
    ['{\n"a": 1\n"b": 2\n}', /line 3/],
    ['{"a": }', /not valid/],
    ["{'a': 1}", /not valid/],
    ['{"a": 01}', /not valid/],
    ['{"a": "\n"}', /not valid/],
    ['{"a": 1} x', /not valid/],
    ['{"a": 1,,}', /not valid/],
    ['{"a": [1 2]}', /not valid/],
    ['{ /* never ends', /not valid/],
    ['{"a":'.repeat(5_000), /not valid/],
    ['[]', /the file is no object/],
    ['null', /the file is no object/],
    ['{"mcpServers": []}', /mcpServers is no object/],
    ['{"mcpServers": null}', /mcpServers is no object/],
    ['{"mcpServers": {"mini-agent": "x"}}', /mini-agent is no object/],
    ['{"mcpServers": {}, "mcpServers": {}}', /"mcpServers" is there twice/],
    ['{"mcpServers": {"mini-agent": {"url": "https://x"}}}', /reached over HTTP/],
    ['{"mcpServers": {"mini-agent": {"args": [/* mine */ "x"]}}}', /a comment stands inside/],
  ])('%j is left as it is', (text, reason) => {
    expect(() => merge(text)).toThrow(MergeError);
    expect(() => merge(text)).toThrow(reason);
  });

  test('a comment inside of a value that is right is no reason to refuse', () => {
    const text =
      '{"mcpServers": {"mini-agent": {"command": "npx", "args": ["-y", /* mine */ "mini-agent-mcp"]}}}';
    expect(merge(text)).toBe(text);
  });
});

/** Space and comments, as people leave them. */
const gap = fc.constantFrom('', ' ', '\n', '\r\n  ', '\t', ' // c\n', '/* d */', '\n  // "x": {\n');
const name = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('mcpServers', 'mini-agent', 'command', '__proto__', 'a"b', '计算'),
);

/** The text of a random value, with comments and trailing commas in it. */
const { value } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc
      .oneof(
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
      )
      .map((plain) => JSON.stringify(plain)),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    tie('object'),
  ),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(name, tie('value'), gap), { maxLength: 4, selector: ([key]) => key }),
      gap,
      fc.boolean(),
    )
    .map(([members, end, hasComma]) => {
      const body = members.map(
        ([key, text, space]) => `${space}${JSON.stringify(key)}:${space}${text}${space}`,
      );
      return `{${body.join(',')}${hasComma && body.length > 0 ? ',' : ''}${end}}`;
    }),
}));

const config = fc.tuple(gap, value, gap).map((parts) => parts.join(''));

/** The text without what was added: nothing of the file may be missing, and everything in its order. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const sign of whole) if (sign === part.charAt(at)) at += sign.length;
  return at >= part.length;
}

const commentsOf = (text: string): readonly string[] =>
  parseJsonTree(text).comments.map(({ from, to }) => text.slice(from, to));

test('random files: refused, or the server is in it, everything else as it was, and a second time changes nothing', () => {
  let merges = 0;
  fc.assert(
    fc.property(config, (text) => {
      let merged: string;
      try {
        merged = merge(text);
      } catch (error) {
        expect(error).toBeInstanceOf(MergeError);
        return;
      }
      merges += 1;
      const before = read(text) as Record<string, Record<string, Record<string, unknown>>>;
      const after = read(merged) as typeof before;
      expect(after['mcpServers']?.['mini-agent']).toMatchObject(target.entry);
      const hadEntry =
        Object.hasOwn(before, 'mcpServers') &&
        Object.hasOwn(before['mcpServers'] ?? {}, 'mini-agent');
      if (!hadEntry) expect(isSubsequence(text, merged)).toBe(true);
      expect(commentsOf(merged)).toEqual(commentsOf(text));
      const rest = (all: typeof before): unknown => {
        const { 'mini-agent': own = {}, ...servers } = all['mcpServers'] ?? {};
        const kept = Object.entries(own).filter(([key]) => !['command', 'args'].includes(key));
        return { ...all, mcpServers: servers, kept };
      };
      expect(rest(after)).toEqual(rest(before));
      expect(merge(merged)).toBe(merged);
    }),
    { numRuns: 1_000 },
  );
  expect(merges).toBeGreaterThan(100);
});

test('the reader reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2), (text, indent) => {
      const plain = JSON.parse(text) as unknown;
      expect(JSON.stringify(read(JSON.stringify(plain, null, indent)))).toBe(JSON.stringify(plain));
    }),
  );
});

test('a string of millions of signs, or of a million escapes, is read', () => {
  const history = JSON.stringify(['x'.repeat(9_000_000), '\n"'.repeat(1_000_000)]);
  const merged = merge(`{"history":${history}}`);
  expect(merged.startsWith(`{"history":${history},`)).toBe(true);
  expect(read(merged)).toMatchObject({ mcpServers: { 'mini-agent': target.entry } });
});
