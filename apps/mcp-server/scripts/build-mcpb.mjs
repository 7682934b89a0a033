// Makes the MCPB bundle, which Claude Desktop and other hosts install with a double click, from the built command line:
//   node scripts/build-mcpb.mjs [--out <file>]      (default: dist/mini-agent.mcpb; run `npm run build` before)
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { zip } from './zip.mjs';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const dist = join(packageFolder, 'dist');
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(dist, 'mini-agent.mcpb') } },
});

const read = (...path) => readFileSync(join(packageFolder, ...path));
const { name, version, description, license, keywords, engines } = JSON.parse(read('package.json'));
const homepage = 'https://github.com/mini-agent/mini-agent';

if (!existsSync(join(dist, 'cli.js'))) {
  process.stderr.write('There is no dist/cli.js: run `npm run build` first.\n');
  process.exit(1);
}

/** What the host asks its user for. An empty default counts as not set; without one, hosts pass the placeholder itself on. */
const settings = {
  llm_base_url: {
    variable: 'LLM_BASE_URL',
    title: 'Model endpoint',
    description:
      'OpenAI-compatible URL with its version path, such as https://api.openai.com/v1. Leave it empty to use the model of this app where it offers one, or none.',
  },
  llm_model: {
    variable: 'LLM_MODEL',
    title: 'Model',
    description: 'Name of the model at the endpoint, such as gpt-4o-mini.',
  },
  llm_api_key: {
    variable: 'LLM_API_KEY',
    title: 'API key',
    description: 'Key for the endpoint. Not needed for one on this computer.',
    sensitive: true,
  },
  anysearch_api_key: {
    variable: 'ANYSEARCH_API_KEY',
    title: 'Search key',
    description: 'Key for AnySearch. Leave it empty to search without an account.',
    sensitive: true,
  },
};

const manifest = {
  manifest_version: '0.3',
  name: 'mini-agent',
  display_name: 'mini-agent',
  version,
  description,
  author: { name: 'mini-agent', url: homepage },
  repository: { type: 'git', url: `${homepage}.git` },
  homepage,
  documentation: `${homepage}/blob/main/docs/install.md`,
  support: `${homepage}/issues`,
  icon: 'icon.png',
  server: {
    type: 'node',
    entry_point: 'server/cli.js',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/cli.js'],
      env: Object.fromEntries(
        Object.entries(settings).map(([key, { variable }]) => [variable, `\${user_config.${key}}`]),
      ),
    },
  },
  tools: [
    {
      name: 'run_agent',
      description: 'Hands a whole task to a sub-agent that plans, calls its own tools and answers.',
    },
  ],
  keywords,
  license,
  compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: engines.node } },
  user_config: Object.fromEntries(
    Object.entries(settings).map(([key, { title, description: text, sensitive = false }]) => [
      key,
      {
        type: 'string',
        title,
        description: text,
        required: false,
        default: '',
        ...(sensitive && { sensitive }),
      },
    ]),
  ),
};

const bundle = zip([
  ['manifest.json', json(manifest)],
  ['icon.png', read('..', '..', 'assets', 'icon.png')],
  ['LICENSE', read('..', '..', 'LICENSE')],
  ['THIRD_PARTY_LICENSES.txt', read('dist', 'THIRD_PARTY_LICENSES.txt')],
  // Marks the files as ES modules, and tells the server where its own folder is.
  ['server/package.json', json({ name, version, type: 'module', private: true })],
  ...reachable('cli.js').map((file) => [`server/${file}`, read('dist', file)]),
]);
writeFileSync(values.out, bundle);
process.stdout.write(`${values.out}: ${Math.round(bundle.length / 1024)} kB\n`);

/** `entry` and the chunks it can load: after several builds, the folder also holds chunks of older ones. */
function reachable(entry) {
  const found = new Set([entry]);
  for (const file of found) {
    const code = read('dist', file).toString();
    for (const [, specifier] of code.matchAll(/["'](\.\.?\/[\w./-]+\.js)["']/g)) {
      const path = posix.join(posix.dirname(file), specifier);
      if (existsSync(join(dist, path))) found.add(path);
    }
  }
  return [...found].sort();
}

function json(value) {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
