import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Follows the imports of a source file and collects the packages that it needs at run time. */
async function packagesOf(url: URL, seen = new Set<string>()): Promise<Set<string>> {
  const packages = new Set<string>();
  if (seen.has(url.href)) return packages;
  seen.add(url.href);
  const code = await readFile(url, 'utf8');
  for (const [, isType, target = ''] of code.matchAll(
    /^(?:import|export) (type )?[^;]*?from '([^']+)';/gms,
  )) {
    if (isType !== undefined) continue;
    if (!target.startsWith('.')) packages.add(target);
    else for (const name of await packagesOf(new URL(target, url), seen)) packages.add(name);
  }
  return packages;
}

test.each([
  ['calculator', ['@mini-agent/foundation/errors']],
  ['units', ['@mini-agent/foundation/errors']],
])('/%s needs nothing but the error class', async (entry, expected) => {
  const packages = await packagesOf(new URL(`../src/${entry}.ts`, import.meta.url));
  expect([...packages].sort()).toEqual(expected);
});

test.each(['text', 'datetime', 'random'])('/%s does not import zod', async (entry) => {
  const packages = await packagesOf(new URL(`../src/${entry}.ts`, import.meta.url));
  expect([...packages]).not.toContain('zod');
  expect([...packages]).toContain('@mini-agent/foundation/errors');
});

test('the root loads no implementation before a tool is called', async () => {
  const seen = new Set<string>();
  const packages = await packagesOf(new URL('../src/index.ts', import.meta.url), seen);
  expect([...packages].sort()).toEqual(['@mini-agent/foundation/errors', 'zod']);
  const outside = [...seen]
    .map((href) => href.slice(href.indexOf('/src/') + 5))
    .filter((path) => !path.startsWith('tools/'));
  expect(outside.sort()).toEqual([
    'errors.ts',
    'index.ts',
    'lazy-pattern.ts',
    'nearest-names.ts',
    'number/plain-digits.ts',
    'text/operations.ts',
  ]);
});

test('no declaration leads to the types of Node', async () => {
  const source = new URL('../src/', import.meta.url);
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(50);
  const codes = await Promise.all(
    files.map((name) => readFile(new URL(name.replaceAll('\\', '/'), source), 'utf8')),
  );
  expect(files.filter((_, index) => codes[index]?.includes(" from 'node:"))).toEqual([]);
});
