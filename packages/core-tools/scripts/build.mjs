// Builds dist/: each entry is one file, with what entries share in chunks. Loading a hundred small modules would cost a
// user's program ten times what the code itself does. Declarations come from the compiler, one per source file.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
process.chdir(packageFolder);
rmSync('dist', { recursive: true, force: true });

await build({
  entryPoints: ['index', 'calculator', 'units', 'text', 'datetime', 'random'].map(
    (entry) => `src/${entry}.ts`,
  ),
  outdir: 'dist',
  outbase: 'src',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Less to download and to parse. Names stay: stack traces show them.
  minifySyntax: true,
  minifyWhitespace: true,
  charset: 'utf8',
  logLevel: 'warning',
});

const typescript = dirname(
  createRequire(join(packageFolder, '..', '..', 'package.json')).resolve(
    'typescript-native/package.json',
  ),
);
execFileSync(process.execPath, [join(typescript, 'bin', 'tsc'), '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
