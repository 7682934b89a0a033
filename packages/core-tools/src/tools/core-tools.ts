import { calculator } from './calculator.ts';
import type { CoreTool } from './core-tool.ts';
import { datetimeInfo } from './datetime-info.ts';
import { randomGen } from './random-gen.ts';
import { textStats } from './text-stats.ts';
import { textTransform } from './text-transform.ts';
import { unitConvert } from './unit-convert.ts';

/** All six tools, with the system's clock and random source: `createToolManager({ tools: coreTools })`. */
export const coreTools: readonly CoreTool[] = [
  calculator,
  textStats,
  textTransform,
  unitConvert,
  datetimeInfo,
  randomGen,
];
