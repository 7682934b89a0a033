import type { ArgumentProblem } from '../input-gates.ts';
import { pathText } from '../json-path.ts';
import type { Spot } from './scope.ts';

export function problem(spot: Spot, message: string): ArgumentProblem {
  return { path: pathText(spot.path), message };
}
