import type { Breaker } from '../breaker.ts';
import { createBreaker } from '../breaker.ts';
import type { Adjustments } from './adjustments.ts';
import { createAdjustments } from './adjustments.ts';

/** What was found out about one model at one endpoint. */
export interface EndpointState {
  readonly adjustments: Adjustments;
  readonly breaker: Breaker;
  /** The form of the URL that answered, once the preferred one did not. */
  url: string | undefined;
}

/**
 * Findings and cool-downs per provider, base URL and model. Give one to several models, or to models made anew, and they share what was
 * learned; it lives as long as the object.
 */
export interface EndpointMemory {
  readonly states: Map<string, EndpointState>;
}

export function createEndpointMemory(): EndpointMemory {
  return { states: new Map() };
}

export interface EndpointKey {
  readonly provider: string;
  readonly baseUrl: string;
  readonly model: string;
}

/** The state of an endpoint, begun when it is first asked for. */
export function endpointState(
  memory: EndpointMemory,
  key: EndpointKey,
  now: () => number,
): EndpointState {
  const name = JSON.stringify([key.provider, key.baseUrl, key.model]);
  const known = memory.states.get(name);
  if (known !== undefined) return known;
  const state: EndpointState = {
    adjustments: createAdjustments(),
    breaker: createBreaker({ now }),
    url: undefined,
  };
  memory.states.set(name, state);
  return state;
}
