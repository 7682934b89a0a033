// The rules and the tools they call, bundled as the server bundles them: minified white space, with lazy chunks.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const APP = fileURLToPath(new URL('../../apps/mcp-server/', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));

const ENTRY = `
export { coreTools } from '@mini-agent/core-tools';
export { detectLanguage } from '@mini-agent/foundation/language';
export { createRuleModel } from '@mini-agent/llm-router/rules';
export { ruleFamilies } from './rules/families.ts';
export { ruleHelp } from './rules/help.ts';
/** What the tools load on their first call. */
export const toolCode = {
  calculator: () => import('../../../packages/core-tools/src/calculator.ts'),
  unit_convert: () => import('../../../packages/core-tools/src/units.ts'),
  datetime_info: () => import('../../../packages/core-tools/src/tools/run-datetime-info.ts'),
  random_gen: () => import('../../../packages/core-tools/src/tools/run-random-gen.ts'),
  text_transform: () => import('../../../packages/core-tools/src/text.ts'),
};
`;

const requireInApp = createRequire(join(APP, 'package.json'));

/** `zod` stays outside, by its address: the server has it loaded before its first task, in a chunk beside its own. */
export const zodUrl = pathToFileURL(
  join(dirname(requireInApp.resolve('zod/package.json')), 'index.js'),
).href;

const zodOutside = {
  name: 'zod-outside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^zod$/ }, () => ({ path: zodUrl, external: true })),
};

/** The path of the bundle; `remove` deletes it. */
export async function bundleRules() {
  const { build } = requireInApp('esbuild');
  const folder = mkdtempSync(join(HERE, '.bundle-'));
  await build({
    absWorkingDir: APP,
    stdin: { contents: ENTRY, resolveDir: join(APP, 'src'), loader: 'ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['@mini-agent/source'],
    plugins: [zodOutside],
    minifySyntax: true,
    minifyWhitespace: true,
    outdir: folder,
    entryNames: 'rules',
    chunkNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  return {
    path: join(folder, 'rules.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
