import type { ToolAnnotations, ToolDescriptor } from '@mini-agent/foundation/tool';
import type { ToolsByName } from './loop-ladder.ts';
import { isPlainObject } from './plain-json.ts';
import type { Run } from './run.ts';

/** What is taken for granted of a tool that leaves it open. */
const worst: ToolAnnotations = {
  readOnly: false,
  idempotent: false,
  openWorld: true,
  destructive: true,
  untrustedOutput: true,
};

/** Lists that were found to be in order, with their tools by name: a runner gives the same one again and again. */
const known = new WeakMap<readonly ToolDescriptor[], ToolsByName>();

/** The tools of a turn. Discovery that fails leaves those of the turn before; it does not end the run. */
export async function listTools(run: Run): Promise<readonly ToolDescriptor[]> {
  const { haltSignal: signal, agent } = run;
  const { depth } = run.state;
  try {
    const list = (async () => agent.tools.list({ signal, depth }))();
    run.tools = readList(await run.untilHalted(list));
  } catch {
    return run.tools;
  }
  return run.tools;
}

export function byName(tools: readonly ToolDescriptor[]): ToolsByName {
  return known.get(tools) ?? mapOf(tools);
}

function mapOf(tools: readonly ToolDescriptor[]): ToolsByName {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

/** The same list where nothing is wrong with it: models keep what they worked out about a list. */
function readList(list: unknown): readonly ToolDescriptor[] {
  if (!Array.isArray(list)) return [];
  const tools = list as readonly ToolDescriptor[];
  if (Object.isFrozen(tools) && known.has(tools)) return tools;
  if (tools.every((tool) => isNamed(tool) && isPlainObject(tool.annotations))) {
    if (Object.isFrozen(tools)) known.set(tools, mapOf(tools));
    return tools;
  }
  return tools
    .filter(isNamed)
    .map((tool) => ({ ...tool, annotations: { ...worst, ...tool.annotations } }));
}

function isNamed(tool: unknown): boolean {
  return isPlainObject(tool) && typeof tool['name'] === 'string';
}
