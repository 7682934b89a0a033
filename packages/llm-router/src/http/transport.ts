/** One HTTP request of the router. `headers` hold the key: a transport sends them and keeps nothing. */
export interface TransportRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  readonly signal: AbortSignal;
}

/** The answer once its headers are there. The body is read by the router, under its own deadlines. */
export interface TransportAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Lets go of the body, also of one that is not read to its end. */
  cancel(): void;
}

/**
 * Sends a request. Resolves with any status and any content type; rejects only when no answer came. It neither retries nor follows
 * redirects nor keeps deadlines: the router does, and aborts `signal`.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportAnswer>;
}
