/** The trace that a message belongs to, as W3C Trace Context and Baggage write it; keys of an MCP message's `_meta` (SEP-414). */
export interface TraceCarrier {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** A `traceparent`, read. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** version "-" trace-id "-" parent-id "-" trace-flags; a later version may add more after another "-". */
const traceparentForm = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

export function readTraceparent(value: unknown): TraceParent | undefined {
  if (typeof value !== 'string' || value.length > 512) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] =
    traceparentForm.exec(value) ?? [];
  if (version === undefined || version === 'ff') return undefined;
  if (version === '00' && more !== undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

export function writeTraceparent({ traceId, spanId, traceFlags }: TraceParent): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`;
}

const stateKey = /^[a-z0-9][\w*/@-]{0,255}$/;
const stateValue = /^[ -~]{0,255}[!-~]$/;
const mostStateChars = 512;
const mostStateMembers = 32;

function isTracestate(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > mostStateChars) return false;
  const members = value.split(',').map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''));
  const filled = members.filter((member) => member !== '');
  return (
    filled.length > 0 &&
    filled.length <= mostStateMembers &&
    filled.every((member) => {
      const at = member.indexOf('=');
      const text = member.slice(at + 1);
      const key = member.slice(0, Math.max(0, at));
      return stateKey.test(key) && stateValue.test(text) && !text.includes('=');
    })
  );
}

const baggageKey = /^[\w!#$%&'*+.^`|~-]+$/;
/** Printable ASCII without blank, quote, comma, semicolon and backslash. */
const baggageValue = /^[!#-+\--:<-[\]-~]*$/;
const mostBaggageChars = 8_192;
const mostBaggageMembers = 180;

/** The entries of a `baggage` value, or undefined where it is malformed. */
export function readBaggage(value: unknown): ReadonlyMap<string, string> | undefined {
  if (typeof value !== 'string' || value.length > mostBaggageChars) return undefined;
  const entries = new Map<string, string>();
  for (const member of value.split(',')) {
    const [pair = ''] = member.split(';');
    const at = pair.indexOf('=');
    const [key, text] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at === -1 || !baggageKey.test(key) || !baggageValue.test(text)) return undefined;
    const decoded = decode(text);
    if (decoded === undefined || !/^[\t -~]*$/.test(member)) return undefined;
    entries.set(key, decoded);
  }
  return entries.size > 0 && entries.size <= mostBaggageMembers ? entries : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * The trace context in the `_meta` of an MCP message, or in any object with those keys. What is malformed is left out, and a
 * `tracestate` without a valid `traceparent` too; undefined where nothing is left.
 */
export function readTraceContext(meta: unknown): TraceCarrier | undefined {
  if (typeof meta !== 'object' || meta === null) return undefined;
  const { traceparent, tracestate, baggage } = meta as Readonly<Record<string, unknown>>;
  const hasParent = readTraceparent(traceparent) !== undefined;
  const carrier: TraceCarrier = {
    ...(hasParent ? { traceparent: traceparent as string } : {}),
    ...(hasParent && isTracestate(tracestate) ? { tracestate } : {}),
    ...(readBaggage(baggage) === undefined ? {} : { baggage: baggage as string }),
  };
  return Object.keys(carrier).length === 0 ? undefined : carrier;
}
