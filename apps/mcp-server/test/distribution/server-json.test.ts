import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { problemsOf, type ServerDocument } from './server-json-rules.ts';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

async function json<T>(...path: readonly string[]): Promise<T> {
  return JSON.parse(await readFile(join(packageFolder, ...path), 'utf8')) as T;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly mcpName: string;
  readonly repository: { readonly url: string; readonly directory: string };
}

const document = await json<ServerDocument>('server.json');
const manifest = await json<Manifest>('package.json');

describe('server.json', () => {
  test('keeps the rules of the registry', () => {
    expect(problemsOf(document)).toEqual([]);
  });

  test('names and versions are those of package.json', () => {
    const [npm, ...others] = document.packages ?? [];
    expect(others).toEqual([]);
    expect(document.name).toBe(manifest.mcpName);
    expect([document.version, npm?.version]).toEqual([manifest.version, manifest.version]);
    expect(npm).toMatchObject({
      registryType: 'npm',
      identifier: manifest.name,
      transport: { type: 'stdio' },
    });
    expect(manifest.repository.url).toBe(`git+${document.repository?.url ?? ''}.git`);
    expect(manifest.repository.directory).toBe(document.repository?.subfolder);
    // The registry checks `io.github.<owner>` names against the account that publishes.
    expect(document.repository?.url).toContain(`github.com/${document.name.split(/[./]/)[2]}/`);
  });

  test('every variable is one that the server reads, and keys are secrets', async () => {
    const example = await readFile(join(packageFolder, '..', '..', '.env.example'), 'utf8');
    for (const { name, isSecret } of document.packages?.[0]?.environmentVariables ?? []) {
      expect(example, name).toMatch(new RegExp(`^#? ?${name}=`, 'm'));
      expect(isSecret === true, name).toBe(/KEY|TOKEN/.test(name));
    }
  });

  test('a new version of package.json is taken over', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mini-agent-server-json-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'scripts'));
    const script = join('scripts', 'sync-server-json.mjs');
    await cp(join(packageFolder, script), join(folder, script));
    await cp(join(packageFolder, 'server.json'), join(folder, 'server.json'));
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ ...manifest, version: '4.5.6-beta.1' }),
    );
    await promisify(execFile)(process.execPath, [join(folder, script)]);
    const text = await readFile(join(folder, 'server.json'), 'utf8');
    const before = await readFile(join(packageFolder, 'server.json'), 'utf8');
    // Nothing else changes, not even a line end.
    expect(text).toBe(
      before.replaceAll(`"version": "${manifest.version}"`, '"version": "4.5.6-beta.1"'),
    );
    expect(problemsOf(JSON.parse(text) as ServerDocument)).toEqual([]);
  });
});

describe('the rules', () => {
  const broken: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
    ['a name without a namespace', { name: 'mini-agent-mcp' }, /name/],
    ['a name with two slashes', { name: 'io.github.a/b/c' }, /name/],
    ['an empty description', { description: '' }, /description/],
    ['a long description', { description: 'x'.repeat(101) }, /description/],
    ['a range for a version', { version: '^1.2.3' }, /version/],
    ['a wildcard for a version', { version: '1.x' }, /version/],
    ['latest', { version: 'latest' }, /version/],
    ['an older schema', { $schema: 'https://x/2025-07-09/server.schema.json' }, /\$schema/],
    ['snake case', { packages: [{ registry_type: 'npm' }] }, /registry_type/],
    ['fields that the schema does not have', { keywords: ['mcp'], developer: {} }, /keywords/],
    ['a transport that does not exist', packageWith({ transport: { type: 'http' } }), /transport/],
    ['a package without a version', packageWith({ version: undefined }), /version/],
    [
      'a variable without a name',
      packageWith({ environmentVariables: [{ description: 'x' }] }),
      /name/,
    ],
    [
      'a secret with a default',
      packageWith({ environmentVariables: [{ name: 'A', isSecret: true, default: 'k' }] }),
      /secret/,
    ],
    ['a repository without a source', { repository: { url: 'https://x' } }, /repository/],
    ['an icon over http', { icons: [{ src: 'http://x/i.png' }] }, /icon/],
  ];

  function packageWith(change: Record<string, unknown>): Record<string, unknown> {
    return { packages: [{ ...document.packages?.[0], ...change }] };
  }

  test.each(broken)('find %s', (_, change, problem) => {
    const changed = { ...document, ...change };
    expect(problemsOf(changed).join('\n')).toMatch(problem);
  });
});
