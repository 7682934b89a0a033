import type { Tool } from '@mini-agent/foundation/tool';

import { calculator } from './calculator.ts';
import { datetimeInfo } from './datetime-info.ts';
import { randomGen } from './random-gen.ts';
import { textStats } from './text-stats.ts';
import { textTransform } from './text-transform.ts';
import { unitConvert } from './unit-convert.ts';

/** All six tools, with the system's clock and random source: `createToolManager({ tools: coreTools })`. */
export const coreTools: readonly Tool[] = [
  calculator,
  textStats,
  textTransform,
  unitConvert,
  datetimeInfo,
  randomGen,
];
