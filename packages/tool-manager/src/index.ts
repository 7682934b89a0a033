export { createToolManager, ToolManagerImpl } from './tool-manager.ts';
export type { ToolManager, ToolManagerStats } from './tool-manager.ts';
export type { ToolManagerOptions } from './options.ts';
export { ToolManagerError } from './errors.ts';
export type { CallRecord } from './call-history.ts';
export type { ToolEvent } from './tool-events.ts';
