// node ../../scripts/build-package.mjs [--minify], run in a package: builds dist/ with one file for each entry of its
// `exports`, and what entries share in chunks. Loading a hundred small modules would cost a user's program several times
// what the code itself does. Declarations come from the compiler, one for each source file that an entry's types lead to.
// `--minify` is for a package that is to be small to download and quick to import: it ships neither sources nor maps, and
// has a copy of the base class of errors, since looking up one more package takes longer than loading the copy.
// (`instanceof` holds across copies.)
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

const minify = process.argv.includes('--minify');
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entryPoints = Object.values(exports).flatMap((entry) => entry['@mini-agent/source'] ?? []);

const { outputFiles } = await build({
  write: false,
  entryPoints,
  outdir: 'dist',
  outbase: 'src',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8',
  minify,
  alias: minify ? { '@mini-agent/foundation/errors': resolve('../foundation/src/errors.ts') } : {},
  sourcemap: !minify,
  sourcesContent: false,
  logLevel: 'warning',
});
// Not before the code is known to build: without dist/ a package would be packed empty.
rmSync('dist', { recursive: true, force: true });
for (const { path, contents } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

const typescript = dirname(
  createRequire(import.meta.url).resolve('typescript-native/package.json'),
);
execFileSync(process.execPath, [join(typescript, 'bin', 'tsc'), '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
removeUnreachableDeclarations(entryPoints.map((entry) => declarationOf(entry)));

function declarationOf(source) {
  return resolve(source.replace(/^(?:\.\/)?src\//, 'dist/').replace(/\.ts$/, '.d.ts'));
}

/** Internals that no public type mentions are nobody's business, and a fifth of the download. */
function removeUnreachableDeclarations(entries) {
  const reached = new Set();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import\()'(\.[^']+)'/g,
    ))
      open.push(resolve(dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts')));
  }
  for (const name of readdirSync('dist', { recursive: true })) {
    const [, declaration] = /^(.*\.d\.ts)(?:\.map)?$/.exec(name) ?? [];
    if (declaration !== undefined && !reached.has(resolve('dist', declaration)))
      rmSync(join('dist', name));
  }
}
