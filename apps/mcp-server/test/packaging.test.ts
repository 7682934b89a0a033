import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npmInstall, startRegistry, type Registry } from '@mini-agent/testkit';
import { build } from 'esbuild';
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

/** What the compiler says about `index.ts` of the folder; nothing where it is right. */
async function compile(folder: string, resolution: string): Promise<string> {
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
  return result.stdout;
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
      expect(await compile(folder, resolution)).toBe('');
    },
    60_000,
  );
});

describe('mini-agent-mcp', () => {
  let folder: string;
  const packageFile = (path: string): string => join(folder, 'node_modules/mini-agent-mcp', path);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mini-agent-install-'));
    await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}');
    await writeFile(join(folder, '.env'), '');
    await npmInstall({ folder, registry: registry.url, packages: ['mini-agent-mcp'] });
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('installs from the registry with its packages alone', async () => {
    expect(await installed(folder)).toEqual(
      [
        ...libraries.map((name) => `@mini-agent/${name}`),
        'mini-agent-mcp',
        'unicode-segmenter',
        'zod',
      ].sort(),
    );
    expect(await sizeOf(join(folder, 'node_modules'))).toBeLessThan(25_000_000);
  });

  it('answers on its command line, and the same through its main file', async () => {
    const bin = join(folder, 'node_modules', '.bin', 'mini-agent-mcp');
    const { stdout } = await runFile(bin, ['run', '--rule', '2^10'], { cwd: folder });
    expect(stdout).toMatch(/1024/);
    for (const file of ['dist/index.js', 'dist/index', 'dist']) {
      const run = async (...flags: string[]): Promise<unknown> =>
        runFile(process.execPath, [packageFile(file), ...flags], { cwd: folder }).catch(
          (error: unknown) => error,
        );
      expect(await run('run', '--rule', '2^10'), file).toMatchObject({ stdout });
      expect(await run('--bogus'), file).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--bogus') as string,
      });
    }
  }, 60_000);

  it('imports without side effects, also where the 1.x library is not installed', async () => {
    for (const entry of await entriesOf(folder, 'mini-agent-mcp')) {
      // The turn lets the loader close the files that it has read.
      const code = `await import(${JSON.stringify(entry)}); await new Promise(setImmediate); console.log('loaded', process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap').length)`;
      expect(await node(folder, code), entry).toBe('loaded 0');
    }
    const answer = await node(
      folder,
      "import { runAgent } from 'mini-agent-mcp/agent'; console.log((await runAgent('calculate 1+1', 'rule')).answer)",
    );
    expect(answer).toBe('Expression: 1+1\nResult: 2');
  }, 60_000);

  it('bundled into a program it is a library, not the command line', async () => {
    const program = "import { runAgent } from 'mini-agent-mcp'; console.log(typeof runAgent);";
    await writeFile(join(folder, 'program.js'), program);
    await build({
      absWorkingDir: folder,
      entryPoints: ['program.js'],
      outfile: 'dist/program.js',
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      // Optional, and not installed here.
      external: ['openai'],
      logLevel: 'silent',
    });
    const argv = [join(folder, 'dist', 'program.js'), '--version'];
    const { stdout } = await runFile(process.execPath, argv, { cwd: folder });
    expect(stdout).toBe('function\n');
  }, 60_000);

  it.each(['node16', 'bundler'])(
    'compiles in TypeScript with moduleResolution %s',
    async (resolution) => {
      await writeFile(
        join(folder, 'index.ts'),
        `import { calculator, type Memory } from 'mini-agent-mcp';
import { addCreateHook, runAgent } from 'mini-agent-mcp/agent';
import { callLLM, withRequestContext } from 'mini-agent-mcp/agent/llm';
import { recall } from 'mini-agent-mcp/memory';
import { matchSkill } from 'mini-agent-mcp/skill';
import { recallTool } from 'mini-agent-mcp/tools/internal-modules';
import { toolManager, type ToolEntry } from 'mini-agent-mcp/tools/manager';
import { runWorkflow } from 'mini-agent-mcp/workflow';
addCreateHook((context, messages) => (context.step > 3 ? null : messages));
const answer: string = (await runAgent('calculate 1+1', 'rule')).answer;
const memories: readonly Memory[] = await recall({ tags: ['tea'] });
const tool: ToolEntry | undefined = toolManager.get('calculator');
const content: string = (await callLLM([{ role: 'user', content: 'hi' }])).content;
const score: number | undefined = (await matchSkill('task'))?.score;
const done: boolean = (await runWorkflow([{ id: 'a', task: 'x' }])).success;
const text: string = (await recallTool.execute({ tags: 'tea' })).text;
console.log(answer, memories, tool, content, score, done, text, calculator.name, withRequestContext({}, () => 1));
`,
      );
      expect(await compile(folder, resolution)).toBe('');
    },
    60_000,
  );
});

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
