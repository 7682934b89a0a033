import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import type { Failure } from '../failure.ts';
import { isJsonObject } from '../json.ts';
import type { Adjustments } from './adjustments.ts';
import type { EndpointProfile } from './profile.ts';

/** A request that an endpoint refused. */
export interface Refusal {
  readonly failure: Failure;
  /** The body that was refused. */
  readonly body: JsonObject;
  /** The profile as it was in force. */
  readonly profile: EndpointProfile;
}

/** True = something was changed that was not tried before. */
export type Lesson = (refusal: Refusal, adjustments: Adjustments) => boolean;

/** Whether an error is about this name: as its `param`, or as a whole word of its text. */
export function names(failure: Failure, name: string): boolean {
  if (failure.param !== undefined) {
    const path = failure.param.split(/[.[\]]+/);
    if (path.includes(name)) return true;
  }
  const escaped = name.replace(/[^\w]/g, '\\$&');
  return new RegExp(`(?<!\\w)${escaped}(?!\\w)`, 'i').test(failure.text);
}

export function messagesOf(body: JsonObject): readonly JsonObject[] {
  const messages = body['messages'];
  return Array.isArray(messages) ? (messages as readonly Json[]).filter(isJsonObject) : [];
}
