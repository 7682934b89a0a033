export { createToolManager, ToolManagerImpl } from './tool-manager.ts';
export type { ReplayOptions, ToolManager, ToolManagerStats } from './tool-manager.ts';
export type { ToolManagerOptions } from './options.ts';
export { ToolManagerError } from './errors.ts';
export type { CallRecord } from './call-history.ts';
export type { CircuitState } from './circuit.ts';
export type { CallStep, ToolEvent } from './tool-events.ts';
