// Bundles the bare server of the protocol library with the options of the command line.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** By its place: how the server is built is no part of what its package exports. */
const buildOptions = new URL('../../apps/mcp-server/scripts/bundle-options.mjs', import.meta.url);
const { commandLineOptions } = await import(buildOptions.href);

const APP = fileURLToPath(new URL('../../apps/mcp-server/', import.meta.url));
const SERVER = fileURLToPath(new URL('sdk-server.mjs', import.meta.url));

const requireInApp = createRequire(join(APP, 'package.json'));

/** The protocol library is a dependency of the command line alone. */
const foundFromApp = {
  name: 'found-from-app',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^(?:@modelcontextprotocol\/server|zod)/ }, ({ path, importer, kind }) =>
      importer === SERVER ? resolve(path, { resolveDir: APP, kind }) : undefined,
    ),
};

/** The path of the bundle; `remove` deletes it. */
export async function bundleSdkServer() {
  const { build } = requireInApp('esbuild');
  const folder = mkdtempSync(join(tmpdir(), 'mini-agent-bench-sdk-'));
  await build({
    ...commandLineOptions,
    entryPoints: [SERVER],
    plugins: [foundFromApp, ...commandLineOptions.plugins],
    outdir: folder,
    entryNames: 'server',
    outExtension: { '.js': '.mjs' },
    define: {},
    metafile: false,
  });
  return {
    path: join(folder, 'server.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
