import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the command line and the fixtures of the server are, bundled from the sources as they are now. */
    readonly testServers: string;
  }
}

/** The shipped command line. */
export function commandLine(): string {
  return join(inject('testServers'), 'src/cli.js');
}

/** The shipped server over HTTP with the conformance suite's own tools. */
export function conformanceServer(): string {
  return join(inject('testServers'), 'test/fixtures/conformance-server.js');
}
