import type { ToolManager } from '@mini-agent/tool-manager';
import { instance } from '../library/instance.ts';

export { ToolManagerImpl } from '@mini-agent/tool-manager';
export type { ToolManager } from '@mini-agent/tool-manager';
export type { Tool as ToolEntry } from '@mini-agent/foundation/tool';

/** The manager that `runAgent` uses, with all internal tools. Made when one of its members is first used. */
export const toolManager: ToolManager = new Proxy({} as ToolManager, {
  get: (_, name) => {
    const { tools } = instance();
    const member: unknown = Reflect.get(tools, name);
    return typeof member === 'function' ? (member.bind(tools) as unknown) : member;
  },
  has: (_, name) => Reflect.has(instance().tools, name),
});
