import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { manifestOf, npmInstall, packFolder, startRegistry } from '../src/index.ts';
import type { Registry, RegistryOptions } from '../src/index.ts';

const runFile = promisify(execFile);

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'testkit-registry-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function put(root: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const place = join(root, name);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

async function serve(options: RegistryOptions): Promise<Registry> {
  const registry = await startRegistry(options);
  onTestFinished(() => registry.close());
  return registry;
}

const longName = `deep/${'x'.repeat(60)}/${'y'.repeat(60)}/数.js`;

async function workspace(): Promise<string> {
  const root = await emptyFolder();
  await put(root, {
    'ours/package.json': {
      name: '@scope/ours',
      version: '1.2.3',
      type: 'module',
      exports: './index.js',
      bin: { ours: './index.js' },
      dependencies: { third: '^2.0.0' },
    },
    'ours/index.js': `#!/usr/bin/env node\nexport { text } from 'third';\n`,
    'ours/node_modules/third/package.json': {
      name: 'third',
      version: '2.1.0',
      type: 'module',
      exports: './index.js',
      dependencies: { fourth: '*' },
      peerDependencies: { absent: '*' },
      peerDependenciesMeta: { absent: { optional: true } },
    },
    'ours/node_modules/third/index.js': `export { text } from 'fourth';\n`,
    'ours/node_modules/fourth/package.json': {
      name: 'fourth',
      version: '0.1.0',
      type: 'module',
      exports: `./${longName}`,
    },
    [`ours/node_modules/fourth/${longName}`]: `export const text = 'from far down';\n`,
  });
  return root;
}

describe('the registry', () => {
  it('lets npm install a scoped package with everything it depends on', async () => {
    const root = await workspace();
    const registry = await serve({
      packages: [join(root, 'ours')],
      dependenciesFrom: [join(root, 'ours')],
    });
    expect(registry.packages).toEqual(['@scope/ours@1.2.3', 'third@2.1.0', 'fourth@0.1.0']);
    const project = await emptyFolder();
    await put(project, { 'package.json': { name: 'user', private: true, type: 'module' } });
    await npmInstall({ folder: project, registry: registry.url, packages: ['@scope/ours'] });
    const { stdout } = await runFile(
      process.execPath,
      ['--input-type=module', '-e', `import { text } from '@scope/ours'; console.log(text)`],
      { cwd: project },
    );
    expect(stdout.trim()).toBe('from far down');
    expect((await stat(join(project, 'node_modules/.bin/ours'))).isFile()).toBe(true);
    expect(registry.missing.filter((name) => name !== 'absent')).toEqual([]);
  }, 60_000);

  it('tells which package is missing, in its list and through npm', async () => {
    const root = await workspace();
    const registry = await serve({ packages: [join(root, 'ours')] });
    const project = await emptyFolder();
    await put(project, { 'package.json': { name: 'user', private: true } });
    await expect(
      npmInstall({ folder: project, registry: registry.url, packages: ['@scope/ours'] }),
    ).rejects.toThrow(/npm install failed.*third/s);
    expect(registry.missing).toEqual(['third']);
  }, 60_000);

  it('serves tarballs as they are', async () => {
    const root = await workspace();
    const file = join(root, 'ours.tgz');
    await writeFile(file, await packFolder(join(root, 'ours')));
    const registry = await serve({ packages: [file] });
    const packument = (await (await fetch(`${registry.url}@scope%2fours`)).json()) as {
      'dist-tags': object;
      versions: Record<string, { dist: { tarball: string } }>;
    };
    expect(packument['dist-tags']).toEqual({ latest: '1.2.3' });
    const dist = packument.versions['1.2.3']?.dist;
    const bytes = await (await fetch(dist?.tarball ?? '')).arrayBuffer();
    expect(Buffer.from(bytes)).toEqual(await readFile(file));
  });

  it('refuses a folder without a package', async () => {
    await expect(startRegistry({ packages: ['/nowhere'] })).rejects.toThrow('no package at');
  });
});

describe('a tarball', () => {
  it('is one that tar reads: long names, many sizes, executables; nested node_modules stay out', async () => {
    const root = await emptyFolder();
    const sizes = [0, 1, 511, 512, 513, 5000];
    await put(root, {
      'package.json': { name: 'sizes', version: '1.0.0' },
      'node_modules/other/package.json': {},
      [longName]: 'long',
      ...Object.fromEntries(sizes.map((size) => [`size-${size}`, 'z'.repeat(size)])),
    });
    const tarball = await packFolder(root);
    expect(manifestOf(tarball)).toEqual({ name: 'sizes', version: '1.0.0' });
    const out = await emptyFolder();
    await writeFile(join(out, 'all.tgz'), tarball);
    await runFile('tar', ['-xzf', 'all.tgz'], { cwd: out });
    expect(await readFile(join(out, 'package', longName), 'utf8')).toBe('long');
    for (const size of sizes) {
      expect((await stat(join(out, 'package', `size-${size}`))).size).toBe(size);
    }
    await expect(stat(join(out, 'package/node_modules'))).rejects.toThrow('ENOENT');
  });
});
