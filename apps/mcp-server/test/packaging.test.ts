import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npmInstall, startRegistry, type Registry } from '@mini-agent/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const runFile = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');

const libraries = [
  'foundation',
  'core-tools',
  'tool-manager',
  'llm-router',
  'react-agent',
  'workflow',
  'persistence',
  'anysearch-client',
];

/** Beside itself and foundation, what each package brings. */
const thirdParty: Readonly<Record<string, readonly string[]>> = {
  'core-tools': ['unicode-segmenter', 'zod'],
};

let registry: Registry;
let tarballs: string;

beforeAll(async () => {
  tarballs = await mkdtemp(join(tmpdir(), 'mini-agent-pack-'));
  const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  // The built dist is what is packed; the test command builds before it tests.
  await Promise.all(libraries.map((name) => stat(join(root, 'packages', name, 'dist'))));
  const filters = [
    ...libraries.map((name) => `--filter=@mini-agent/${name}`),
    '--filter=mini-agent-mcp',
  ];
  const argv = [
    '--yes',
    '--offline',
    packageManager,
    '-r',
    ...filters,
    'pack',
    '--pack-destination',
    tarballs,
  ];
  await runFile('npx', argv, { cwd: root });
  registry = await startRegistry({
    packages: (await readdir(tarballs)).map((name) => join(tarballs, name)),
    dependenciesFrom: [join(root, 'packages', 'core-tools')],
  });
}, 120_000);

afterAll(async () => {
  await registry.close();
  await rm(tarballs, { recursive: true, force: true });
});

async function install(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mini-agent-install-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}');
  await npmInstall({ folder, registry: registry.url, packages: [name] });
  return folder;
}

async function installed(folder: string): Promise<readonly string[]> {
  const modules = join(folder, 'node_modules');
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'));
  const lists = names.map(async (name) =>
    name.startsWith('@')
      ? (await readdir(join(modules, name))).map((inner) => `${name}/${inner}`)
      : [name],
  );
  return (await Promise.all(lists)).flat().sort();
}

async function entriesOf(folder: string, name: string): Promise<readonly string[]> {
  const manifest = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8');
  const { exports } = JSON.parse(manifest) as { exports: Record<string, unknown> };
  return Object.keys(exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => name + entry.slice(1));
}

async function node(folder: string, code: string): Promise<string> {
  const { stdout } = await runFile(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
  });
  return stdout.trim();
}

describe('a packed package', () => {
  it.each(libraries)(
    '@mini-agent/%s installs alone and imports in plain Node',
    async (short) => {
      const name = `@mini-agent/${short}`;
      const folder = await install(name);
      const expected = new Set(['@mini-agent/foundation', name, ...(thirdParty[short] ?? [])]);
      expect(await installed(folder)).toEqual([...expected].sort());
      for (const entry of await entriesOf(folder, name)) {
        const code = `console.log(Object.keys(await import(${JSON.stringify(entry)})).length)`;
        expect(Number(await node(folder, code)), entry).toBeGreaterThanOrEqual(0);
      }
    },
    60_000,
  );

  it.each(['node16', 'bundler'])(
    'compiles in TypeScript with moduleResolution %s',
    async (resolution) => {
      const folder = await install('@mini-agent/core-tools');
      await writeFile(
        join(folder, 'index.ts'),
        `import { calculator, coreTools } from '@mini-agent/core-tools';
import { evaluate } from '@mini-agent/core-tools/calculator';
const text: string = evaluate('0.1 + 0.2').text;
const { text: observation } = await calculator.execute({ expression: '2^10' });
console.log(text, observation, coreTools.length);
`,
      );
      const flags = [
        '--noEmit',
        '--strict',
        '--target',
        'es2023',
        '--lib',
        'es2023,dom',
        '--types',
        '',
      ];
      const module = resolution === 'node16' ? 'node16' : 'esnext';
      const argv = [...flags, '--module', module, '--moduleResolution', resolution, 'index.ts'];
      const result = await runFile(process.execPath, [compiler, ...argv], { cwd: folder }).catch(
        (error: unknown) => error as { stdout: string },
      );
      expect(result.stdout).toBe('');
    },
    60_000,
  );
});

describe('mini-agent-mcp', () => {
  it('installs from the registry, answers on its command line, and imports without side effects', async () => {
    const folder = await install('mini-agent-mcp');
    expect(await installed(folder)).toEqual(
      [
        ...libraries.map((name) => `@mini-agent/${name}`),
        'mini-agent-mcp',
        'unicode-segmenter',
        'zod',
      ].sort(),
    );
    expect(await sizeOf(join(folder, 'node_modules'))).toBeLessThan(25_000_000);
    const bin = join(folder, 'node_modules', '.bin', 'mini-agent-mcp');
    const { stdout } = await runFile(bin, ['run', '--rule', '2^10'], { cwd: folder });
    expect(stdout).toMatch(/1024/);
    for (const entry of await entriesOf(folder, 'mini-agent-mcp')) {
      if (entry.endsWith('/sdk')) continue;
      const code = `await import(${JSON.stringify(entry)}); console.log('loaded', process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap').length)`;
      expect(await node(folder, code), entry).toBe('loaded 0');
    }
    const answer = await node(
      folder,
      "import { runAgent } from 'mini-agent-mcp/agent'; console.log((await runAgent('calculate 1+1', 'rule')).answer)",
    );
    expect(answer).toBe('Expression: 1+1\nResult: 2');
  }, 60_000);
});

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
