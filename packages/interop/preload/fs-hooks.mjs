const replacement = new URL('./fs-with-glob.mjs', import.meta.url).href;
const suite = '/@modelcontextprotocol/conformance/';

/** Leads the suite's own imports of `fs` to a module that also has `globSync`; everybody else's stay as they are. */
export function resolve(specifier, context, next) {
  const isFs = specifier === 'fs' || specifier === 'node:fs';
  if (isFs && context.parentURL?.includes(suite)) {
    return { url: replacement, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}
