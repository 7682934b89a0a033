// Builds dist/: the command line as one file with lazy chunks (everything inside, so that it starts fast and installs alone),
// and the library entry points, which import the @mini-agent packages. `--cli` builds only the first.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
process.chdir(packageFolder);
const onlyCommandLine = process.argv.includes('--cli');
// The command line alone is built beside what is there: a running server still loads its chunks, and the library stays.
if (!onlyCommandLine) rmSync('dist', { recursive: true, force: true });

/** What a program registers its telemetry with: a copy of ours would be dead weight. */
const optionalPeers = ['@opentelemetry/api'];

const shared = {
  absWorkingDir: packageFolder,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outdir: 'dist',
  outbase: 'src',
  splitting: true,
  // The packages are bundled from source, so that no other build has to come first.
  conditions: ['@mini-agent/source'],
  define: { 'process.env.MINI_AGENT_VERSION': JSON.stringify(version()) },
  logLevel: 'warning',
  metafile: true,
};

/** zod carries its messages in fifty languages; only English ones are used, and each start would parse them all. */
const onlyEnglishMessages = {
  name: 'only-english-messages',
  setup: ({ onLoad }) => {
    const filter = /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/;
    onLoad({ filter }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
  },
};

/** The SDK brings ajv (290 kB) to check answers to elicitations; this server asks for none. */
const withoutElicitationValidator = {
  name: 'without-elicitation-validator',
  setup: ({ onResolve, onLoad }) => {
    const namespace = 'server-shims';
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
      path,
      namespace,
    }));
    onLoad({ filter: /.*/, namespace }, () => ({
      contents: `export { default as process } from 'node:process';
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('Elicitation is not bundled.');
  }
}`,
      loader: 'js',
    }));
  },
};

const commandLine = await build({
  ...shared,
  entryPoints: ['src/cli.ts'],
  external: optionalPeers,
  // Less to parse at each start. Names stay: errors show them.
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [onlyEnglishMessages, withoutElicitationValidator],
  chunkNames: 'chunks/[name]-[hash]',
  // Bundled CommonJS modules ask for Node's own modules through `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});
writeFileSync('dist/THIRD_PARTY_LICENSES.txt', licences(commandLine.metafile));

if (!onlyCommandLine) {
  await build({
    ...shared,
    entryPoints: [
      'src/index.ts',
      ...readdirSync('src/entries').map((name) => `src/entries/${name}`),
    ],
    chunkNames: 'library/[name]-[hash]',
    external: ['@mini-agent/*', '@modelcontextprotocol/sdk', ...optionalPeers],
    plugins: [onlyEnglishMessages],
  });
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve('typescript-native/package.json')),
    'bin',
    'tsc',
  );
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
}

function version() {
  return JSON.parse(readFileSync('package.json', 'utf8')).version;
}

/** The licence texts of every third-party package in the bundle, as their licences ask for. */
function licences({ inputs }) {
  const folders = new Set(
    Object.keys(inputs).flatMap(
      (path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? [],
    ),
  );
  return [...folders]
    .sort()
    .map((folder) => {
      const {
        name,
        version: number,
        license,
      } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text =
        file !== undefined && existsSync(join(folder, file))
          ? readFileSync(join(folder, file), 'utf8')
          : '';
      return `${name} ${number} (${license})\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
