import type { Environment } from '../config/variables.ts';

/** Set for every process that this program starts, so that a copy of it among an agent's own tools knows where it is. */
export const depthVariable = 'MINI_AGENT_DEPTH';

/** How many agents of this program this process runs inside of; 0 for one that a person or a client started. */
export function serverDepth(environment: Environment): number {
  const value = environment[depthVariable] ?? '';
  return /^\d{1,3}$/.test(value) ? Number(value) : 0;
}
