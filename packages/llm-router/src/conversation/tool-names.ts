import type { ToolDescriptor } from '@mini-agent/foundation/tool';

/** What an endpoint takes as a tool's name, beside letters, digits, `_` and `-`. */
export interface ToolNameRule {
  readonly maxLength: number;
  /** What a name may begin with. */
  readonly first: 'any' | 'letter_or_underscore' | 'letter';
}

/** What every provider accepts, with few exceptions (OpenAI's rule, and no digit first). */
export const neutralNameRule: ToolNameRule = { maxLength: 64, first: 'letter_or_underscore' };

const legalFirst: Readonly<Record<ToolNameRule['first'], RegExp>> = {
  any: /^[\w-]/,
  letter_or_underscore: /^[A-Za-z_]/,
  letter: /^[A-Za-z]/,
};

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

const cache = new WeakMap<readonly ToolDescriptor[], { rule: ToolNameRule; names: ToolNames }>();

export function toolNames(
  tools: readonly ToolDescriptor[],
  rule: ToolNameRule = neutralNameRule,
): ToolNames {
  const known = cache.get(tools);
  if (known?.rule === rule) return known.names;
  const names = createToolNames(tools, rule);
  cache.set(tools, { rule, names });
  return names;
}

function createToolNames(tools: readonly ToolDescriptor[], rule: ToolNameRule): ToolNames {
  const wireByName = new Map<string, string>();
  const nameByWire = new Map<string, string>();
  const add = (name: string, wire: string): void => {
    wireByName.set(name, wire);
    nameByWire.set(wire, name);
  };
  // A name that may stay as it is belongs to its tool, whatever the others become.
  for (const { name } of tools) if (isLegal(name, rule)) add(name, name);
  for (const { name } of tools) {
    if (wireByName.has(name)) continue;
    const base = legalise(name, rule);
    let wire = base;
    for (let copy = 2; nameByWire.has(wire); copy += 1) {
      const mark = `_${copy}`;
      wire = base.slice(0, rule.maxLength - mark.length) + mark;
    }
    add(name, wire);
  }
  return {
    toWire: (name) => wireByName.get(name) ?? legalise(name, rule),
    fromWire: (name) => nameByWire.get(name) ?? closest(name, tools),
    isKnown: (name) => wireByName.has(name),
  };
}

function isLegal(name: string, { maxLength, first }: ToolNameRule): boolean {
  return name.length <= maxLength && /^[\w-]+$/.test(name) && legalFirst[first].test(name);
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

function legalise(name: string, rule: ToolNameRule): string {
  if (isLegal(name, rule)) return name;
  const cleaned = name.replace(/[^\w-]+/g, '_').replace(/^_+|_+$/g, '');
  if (cleaned === '') return 'unnamed_tool'.slice(0, rule.maxLength);
  const prefix = legalFirst[rule.first].test(cleaned) ? '' : rule.first === 'letter' ? 't_' : '_';
  return (prefix + cleaned).slice(0, rule.maxLength);
}
