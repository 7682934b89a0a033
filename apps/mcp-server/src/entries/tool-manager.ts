import type { ToolManager } from '@mini-agent/tool-manager';
import { insideRun } from '../library/inside-run.ts';
import { instance } from '../library/instance.ts';

export { ToolManagerImpl } from '@mini-agent/tool-manager';
export type { ToolManager } from '@mini-agent/tool-manager';
export type { Tool as ToolEntry } from '@mini-agent/foundation/tool';

/** The manager that `runAgent` uses, with all internal tools. Made when one of its members is first used. */
export const toolManager: ToolManager = {
  list: (options) => instance().tools.list(options),
  call: (call, context = {}) => insideRun(context, (inside) => instance().tools.call(call, inside)),
  execute: (name, args = {}, context = {}) =>
    insideRun(context, (inside) => instance().tools.execute(name, args, inside)),
  register: (tool) => instance().tools.register(tool),
  unregister: (name) => instance().tools.unregister(name),
  has: (name) => instance().tools.has(name),
  get: (name) => instance().tools.get(name),
  getHistory: (limit) => instance().tools.getHistory(limit),
  clearHistory: () => {
    instance().tools.clearHistory();
  },
  replay: (callId, options = {}) =>
    insideRun(options, (inside) => instance().tools.replay(callId, inside)),
  stats: () => instance().tools.stats(),
};
