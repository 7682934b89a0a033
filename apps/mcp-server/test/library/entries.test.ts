import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../stdio-harness.ts';
import { packageFolder, runSource } from './run-source.ts';

const tools = [
  'calculator',
  'datetimeInfo',
  'randomGen',
  'textStats',
  'textTransform',
  'unitConvert',
];
const agent = ['addCreateHook', 'addNextHook', 'clearHooks', 'resetAnySearchCache', 'runAgent'];
const llm = ['callLLM', 'getLLMConfig', 'getLLMMode', 'isSamplingAvailable', 'withRequestContext'];
const manager = ['ToolManagerImpl', 'toolManager'];
const modules = [
  'deepResearchTool',
  'extractSkillTool',
  'listSkillsTool',
  'memoryStatsTool',
  'recallTool',
  'rememberTool',
  'researchPipelineTool',
  'runWorkflowTool',
];
const workflow = ['buildStepTask', 'deepResearch', 'parseSubQuestions', 'runWorkflow'];
const memory = ['getMemoryStats', 'recall', 'remember', 'searchMemories'];
const skill = ['extractSkill', 'getSkillStats', 'listSkills', 'matchSkill', 'useSkill'];

const entries: readonly (readonly [string, readonly string[]])[] = [
  ['mini-agent-mcp/agent', agent],
  ['mini-agent-mcp/agent/llm', llm],
  ['mini-agent-mcp/tools/manager', manager],
  ['mini-agent-mcp/tools/internal-modules', modules],
  ['mini-agent-mcp/workflow', workflow],
  ['mini-agent-mcp/memory', memory],
  ['mini-agent-mcp/skill', skill],
  ['mini-agent-mcp/sdk', ['registerRunAgent']],
  // D-044: the root exports everything, also the hooks.
  [
    'mini-agent-mcp',
    [...tools, ...agent, ...llm, ...manager, ...modules, ...workflow, ...memory, ...skill],
  ],
];

/** Notes what a program did while `import()` ran: files it opened or changed, what it printed, what keeps it alive. */
const watchedImport = (entry: string): string => `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
const noted = [];
const writing = ['writeFileSync', 'appendFileSync', 'mkdirSync', 'rmSync', 'renameSync', 'unlinkSync', 'createWriteStream',
  'writeFile', 'appendFile', 'mkdir', 'rm', 'rename', 'unlink'];
for (const [target, names] of [[fs, writing], [fs.promises, [...writing, 'open']], [net.Socket.prototype, ['connect']],
  [process.stdout, ['write']], [process.stderr, ['write']]]) {
  for (const name of names) {
    const original = target[name];
    if (typeof original !== 'function') continue;
    target[name] = function (...args) {
      // The loader that compiles TypeScript keeps a cache of its own.
      if (!String(args[0]).includes('tsx')) noted.push(name + ' ' + String(args[0]));
      return original.apply(this, args);
    };
  }
}
syncBuiltinESMExports();
const events = ['exit', 'beforeExit', 'uncaughtException', 'unhandledRejection', 'SIGTERM', 'SIGINT', 'warning'];
const listeners = () => events.map((name) => process.listenerCount(name)).join();
const before = listeners();
// The pipes are this program's own output; files that are just being read belong to the module loader (opened ones are noted above).
const handles = () =>
  process.getActiveResourcesInfo().filter((name) => !/^(?:PipeWrap|FSReq\\w+|FileHandle\\w*|CloseReq)$/i.test(name));
const environment = JSON.stringify(process.env);
const names = Object.keys(await import(${JSON.stringify(entry)}));
await new Promise((resolve) => setImmediate(resolve));
const result = {
  names: names.sort(),
  noted,
  sameListeners: listeners() === before,
  sameEnvironment: JSON.stringify(process.env) === environment,
  handles: handles(),
};
console.log(JSON.stringify(result));
`;

describe('importing an entry point', () => {
  test.each(entries)(
    '%s has its exports and no side effect',
    async (entry, names) => {
      const files = readdirSync(packageFolder);
      const { stdout, stderr } = await runSource(watchedImport(entry), {
        HOME: temporaryFolder(),
        LLM_PROVIDERS_PATH: '/nowhere/providers.json',
      });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({
        names: [...names].sort(),
        noted: [],
        sameListeners: true,
        sameEnvironment: true,
        handles: [],
      });
      expect(readdirSync(packageFolder)).toEqual(files);
    },
    30_000,
  );

  test('covers every entry of the manifest', () => {
    const manifest = createRequire(import.meta.url)('mini-agent-mcp/package.json') as {
      readonly exports: Readonly<Record<string, unknown>>;
    };
    const listed = Object.keys(manifest.exports).filter((name) => name !== './package.json');
    expect(entries.map(([entry]) => entry.replace('mini-agent-mcp', '.')).sort()).toEqual(
      listed.sort(),
    );
  });
});
