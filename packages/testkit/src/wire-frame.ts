/** A JSON-RPC message as it was on the line. */
export interface WireFrame {
  readonly jsonrpc?: unknown;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
  };
}

/** The messages of one line: one, those of a batch, or none where the line is no JSON-RPC. */
export function framesOf(line: string): WireFrame[] {
  let value: unknown;
  try {
    value = JSON.parse(line) as unknown;
  } catch {
    return [];
  }
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  return list.filter(isFrame);
}

function isFrame(value: unknown): value is WireFrame {
  return (
    typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0'
  );
}
