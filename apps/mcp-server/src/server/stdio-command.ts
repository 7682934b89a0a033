// Everything that serving on stdio needs before its first answer, behind one lazy import: each further one is a file more
// to find and read at every start.
export { createLazyTool } from './lazy-tool.ts';
export { prepareServer } from './prepare.ts';
export { serveOnStdio } from './serve-stdio.ts';
