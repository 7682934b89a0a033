// How the command line is bundled; the benches bundle what they compare it with in the same way.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** What a program registers its telemetry with: a copy of ours would be dead weight. */
export const optionalPeers = ['@opentelemetry/api'];

export const shared = {
  absWorkingDir: packageFolder,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  splitting: true,
  // The packages are bundled from source, so that no other build has to come first.
  conditions: ['@mini-agent/source'],
  define: { 'process.env.MINI_AGENT_VERSION': JSON.stringify(version()) },
  logLevel: 'warning',
  metafile: true,
};

/** zod carries its messages in fifty languages; only English ones are used, and each start would parse them all. */
export const onlyEnglishMessages = {
  name: 'only-english-messages',
  setup: ({ onLoad }) => {
    const filter = /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/;
    onLoad({ filter }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
  },
};

/**
 * The SDK brings ajv (290 kB) for two functions of its own, `elicitInput` and `fromJsonSchema`. This server calls neither: it sends its
 * questions as plain requests (or hands them to the client to answer with its next call), and reads the answers itself.
 */
const withoutSchemaValidator = {
  name: 'without-schema-validator',
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
    throw new Error('The JSON Schema validator of the SDK is not bundled; send the request with mcpReq.send.');
  }
}`,
      loader: 'js',
    }));
  },
};

/**
 * The protocol library keeps what only HTTP needs in the file that the stdio server starts with. That file is bundled once more for
 * HTTP; it holds no state, and the classes in the files below it stay the same for both.
 */
const httpPartApart = {
  name: 'http-part-apart',
  setup: ({ onResolve, resolve }) => {
    const seen = Symbol('seen');
    onResolve(
      { filter: /^@modelcontextprotocol\/server$/ },
      async ({ path, pluginData, ...from }) => {
        const isHttp = /[\\/]src[\\/]server[\\/]http[\\/]/.test(from.importer);
        if (pluginData === seen || !isHttp) return undefined;
        const { importer, kind, resolveDir } = from;
        const found = await resolve(path, { importer, kind, resolveDir, pluginData: seen });
        return { ...found, suffix: '?http' };
      },
    );
  },
};

/** One file with lazy chunks and everything inside, so that it starts fast and installs alone. */
export const commandLineOptions = {
  ...shared,
  external: optionalPeers,
  // Less to parse at each start. Names stay: errors show them.
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [onlyEnglishMessages, withoutSchemaValidator, httpPartApart],
  chunkNames: 'chunks/[name]-[hash]',
  // Bundled CommonJS modules ask for Node's own modules through `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

function version() {
  return JSON.parse(readFileSync(`${packageFolder}package.json`, 'utf8')).version;
}
