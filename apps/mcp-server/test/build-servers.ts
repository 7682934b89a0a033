import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { packageVersion } from '../src/version.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Holds `src/cli.js` and `test/fixtures/{conformance-server,fake-server,killed-run,tool-server}.js`, bundled from the sources as they are now. */
    readonly testServers: string;
  }
}

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** Bundles what the tests start as a process: that takes a fifth of a second once, loading from source a second each time. */
export default async function buildServers(project: TestProject): Promise<() => Promise<void>> {
  const outdir = join(packageFolder, 'dist-test', String(process.pid));
  await build({
    absWorkingDir: packageFolder,
    entryPoints: [
      'src/cli.ts',
      'test/fixtures/conformance-server.ts',
      'test/fixtures/fake-server.ts',
      'test/fixtures/killed-run.ts',
      'test/fixtures/tool-server.ts',
    ],
    outdir,
    outbase: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['@mini-agent/source'],
    external: ['@opentelemetry/api'],
    define: { 'process.env.MINI_AGENT_VERSION': JSON.stringify(packageVersion(packageFolder)) },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  project.provide('testServers', outdir);
  return async () => {
    await rm(outdir, { recursive: true, force: true });
  };
}
