import { benchCalculator } from './calculator.mjs';
import { benchDates } from './dates.mjs';
import { benchFuzz } from './fuzz.mjs';
import { benchRandom } from './random.mjs';
import { benchSize } from './size.mjs';
import { benchText } from './text.mjs';
import { benchUnits } from './units.mjs';

export function benchCoreTools(report) {
  benchSize(report);
  benchCalculator(report);
  benchUnits(report);
  benchDates(report);
  benchText(report);
  benchRandom(report);
  benchFuzz(report);
}
