// Builds dist/: the command line as one file with lazy chunks (everything inside, so that it starts fast and installs alone),
// and the library entry points, which import the @mini-agent packages. `--cli` builds only the first.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import {
  commandLineOptions,
  onlyEnglishMessages,
  optionalPeers,
  shared,
} from './bundle-options.mjs';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
process.chdir(packageFolder);
const onlyCommandLine = process.argv.includes('--cli');
// The command line alone is built beside what is there: a running server still loads its chunks, and the library stays.
if (!onlyCommandLine) rmSync('dist', { recursive: true, force: true });

const places = { outdir: 'dist', outbase: 'src' };

const commandLine = await build({
  ...commandLineOptions,
  ...places,
  entryPoints: ['src/cli.ts'],
});
writeFileSync('dist/THIRD_PARTY_LICENSES.txt', licences(commandLine.metafile));

if (!onlyCommandLine) {
  await build({
    ...shared,
    ...places,
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
