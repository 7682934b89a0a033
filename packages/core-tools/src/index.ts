export { CoreToolError, type CoreToolErrorCode, type CoreToolErrorDetails } from './errors.ts';
export { calculator, type CalculatorArgs } from './tools/calculator.ts';
export type {
  CoreTool,
  CoreToolResult,
  CoreToolSchema,
  JsonSchemaOptions,
} from './tools/core-tool.ts';
export { coreTools } from './tools/core-tools.ts';
export { createCoreTools, type CoreToolsOptions } from './tools/create-core-tools.ts';
export { datetimeInfo, type DatetimeInfoArgs } from './tools/datetime-info.ts';
export { randomGen, type RandomGenArgs } from './tools/random-gen.ts';
export { textStats, type TextStatsArgs } from './tools/text-stats.ts';
export { textTransform, type TextTransformArgs } from './tools/text-transform.ts';
export { unitConvert, type UnitConvertArgs } from './tools/unit-convert.ts';
