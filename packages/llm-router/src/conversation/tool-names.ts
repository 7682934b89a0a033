import type { ToolDescriptor } from '@mini-agent/foundation/tool';

/** What every provider accepts as a function name (OpenAI's rule, the narrowest in use); Kimi also refuses a leading digit. */
const legalName = /^[A-Za-z_-][\w-]{0,63}$/;

/** Translates between our tool names and the ones on the wire. */
export interface ToolNames {
  /** The name to send, legal everywhere and unique in the request. */
  toWire(name: string): string;
  /**
   * The tool a model means: its exact name, or the only one left when case, punctuation and a namespace (`functions.x`) are ignored.
   * A name that fits none or several is returned as it came.
   */
  fromWire(name: string): string;
  isKnown(name: string): boolean;
}

const cache = new WeakMap<readonly ToolDescriptor[], ToolNames>();

export function toolNames(tools: readonly ToolDescriptor[]): ToolNames {
  const known = cache.get(tools);
  if (known !== undefined) return known;
  const names = createToolNames(tools);
  cache.set(tools, names);
  return names;
}

function createToolNames(tools: readonly ToolDescriptor[]): ToolNames {
  const wireByName = new Map<string, string>();
  const nameByWire = new Map<string, string>();
  for (const { name } of tools) {
    const base = legalise(name);
    let wire = base;
    for (let copy = 2; nameByWire.has(wire); copy += 1) wire = `${base.slice(0, 60)}_${copy}`;
    wireByName.set(name, wire);
    nameByWire.set(wire, name);
  }
  return {
    toWire: (name) => wireByName.get(name) ?? legalise(name),
    fromWire: (name) => nameByWire.get(name) ?? closest(name, tools),
    isKnown: (name) => wireByName.has(name),
  };
}

function closest(name: string, tools: readonly ToolDescriptor[]): string {
  const exact = tools.find((tool) => tool.name === name);
  if (exact !== undefined) return name;
  const wanted = new Set([plain(name), plain(name.replace(/^[\w-]+[.:/]+/, ''))]);
  wanted.delete('');
  const matches = tools.filter((tool) => wanted.has(plain(tool.name)));
  const [only] = matches;
  return only !== undefined && matches.length === 1 ? only.name : name.slice(0, 200);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function legalise(name: string): string {
  if (legalName.test(name)) return name;
  const cleaned = name.replace(/[^\w-]+/g, '_').replace(/^_+|_+$/g, '');
  if (cleaned === '') return 'unnamed_tool';
  return (/^\d/.test(cleaned) ? `_${cleaned}` : cleaned).slice(0, 64);
}
