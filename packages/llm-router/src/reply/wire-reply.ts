import type { Json, JsonObject } from '@mini-agent/foundation/tool';

/** A reply as an endpoint gave it, whether in one piece or assembled from a stream. */
export interface WireReply {
  readonly message: JsonObject;
  readonly finishReason: string | undefined;
  readonly usage: Json | undefined;
  /** The model that really answered, where the endpoint says so. */
  readonly model: string | undefined;
}
