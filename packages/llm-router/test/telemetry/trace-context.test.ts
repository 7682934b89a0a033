import { context, propagation, trace } from '@opentelemetry/api';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../src/scripted-model.ts';
import { createTelemetry, readTraceContext, type Telemetry } from '../../src/telemetry/index.ts';
import { startOtel, type Otel } from '../support/otel.ts';
import { chatRequest } from '../support/requests.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${spanId}-01`;

describe('readTraceContext', () => {
  it('takes the three keys and nothing else', () => {
    const tracestate = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE';
    const baggage = 'userId=alice,serverNode=DF%2028;ttl=5, isProduction = false';
    const meta = { traceparent, tracestate, baggage, progressToken: 1, 'x.example/key': 'v' };
    expect(readTraceContext(meta)).toEqual({ traceparent, tracestate, baggage });
  });

  it.each([
    undefined,
    null,
    'text',
    {},
    { traceparent: 1 },
    { traceparent: '' },
    { traceparent: traceparent.toUpperCase() },
    { traceparent: ` ${traceparent}` },
    { traceparent: `${traceparent}\n` },
    { traceparent: `${traceparent}-more` },
    { traceparent: traceparent.slice(0, -1) },
    { traceparent: `ff-${traceId}-${spanId}-01` },
    { traceparent: `00-${'0'.repeat(32)}-${spanId}-01` },
    { traceparent: `00-${traceId}-${'0'.repeat(16)}-01` },
    { traceparent: `00-${traceId}-${spanId}-0g` },
    { tracestate: 'rojo=1' },
    { traceparent: 'x', tracestate: 'rojo=1' },
    { baggage: '' },
    { baggage: 'no value' },
    { baggage: 'key=a b' },
    { baggage: 'key=%zz' },
    { baggage: '=value' },
    { baggage: 'k=v\r\nx: y' },
    { baggage: `k=${'v'.repeat(9_000)}` },
    { baggage: ['k=v'] },
  ])('ignores %j', (meta) => {
    expect(readTraceContext(meta)).toBeUndefined();
  });

  it('takes a later version with more fields', () => {
    const later = `cc-${traceId}-${spanId}-01-what-comes`;
    expect(readTraceContext({ traceparent: later })).toEqual({ traceparent: later });
  });

  it.each(['', 'UPPER=1', 'rojo', 'a=b=c', `k=${'v'.repeat(600)}`, 'k=v\n', 1])(
    'keeps the parent without the malformed state %j',
    (tracestate) => {
      expect(readTraceContext({ traceparent, tracestate })).toEqual({ traceparent });
    },
  );

  it('never throws and gives only texts that may stand in a header', () => {
    const anyText = fc.oneof(
      fc.anything(),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[a-z]{1,3}=[ -~]{0,8}(,[a-z]=.{0,4})?$/),
    );
    const meta = fc.record({
      traceparent: fc.constantFrom(traceparent, 'x'),
      tracestate: anyText,
      baggage: anyText,
    });
    fc.assert(
      fc.property(meta, (given) => {
        for (const value of Object.values(readTraceContext(given) ?? {})) {
          expect(value).toMatch(/^[\t -~]+$/);
        }
      }),
    );
  });
});

describe('a run that came with a trace', () => {
  let otel: Otel;
  let telemetry: Telemetry;
  beforeEach(async () => {
    otel = startOtel();
    const made = await createTelemetry();
    if (made === undefined) throw new Error('The API is installed for tests.');
    telemetry = made;
  });
  afterEach(() => otel.close());

  const signal = new AbortController().signal;

  it('is a part of it, and passes it on with its own span', async () => {
    const carrier = { traceparent, tracestate: 'rojo=1', baggage: 'user=alice' };
    const inner = await telemetry.run({ runId: 'r', carrier }, () =>
      Promise.resolve({
        passed: telemetry.inject('r'),
        user: propagation.getBaggage(context.active())?.getEntry('user')?.value,
      }),
    );
    const run = otel.span('invoke_agent mini-agent');
    expect(run.spanContext().traceId).toBe(traceId);
    expect(run.parentSpanContext).toMatchObject({ spanId, isRemote: true });
    expect(inner).toEqual({
      passed: {
        traceparent: `00-${traceId}-${run.spanContext().spanId}-01`,
        tracestate: 'rojo=1',
        baggage: 'user=alice',
      },
      user: 'alice',
    });
  });

  it('passes on the span of the request under way', async () => {
    let passed: unknown;
    const model = telemetry.model(
      createScriptedModel([
        () => {
          passed = telemetry.inject('r');
          return 'ok';
        },
      ]),
    );
    await telemetry.run({ runId: 'r', carrier: { traceparent } }, () =>
      model.complete(chatRequest({ runId: 'r' }), { signal }),
    );
    const chat = otel.span('chat scripted').spanContext();
    expect(passed).toEqual({ traceparent: `00-${traceId}-${chat.spanId}-01` });
  });

  it('with a malformed one is the root of a new trace', async () => {
    const carrier = { traceparent: 'nonsense', tracestate: 'a=1', baggage: '%%' };
    const passed = await telemetry.run({ runId: 'r', carrier }, () =>
      Promise.resolve(telemetry.inject('r')),
    );
    const run = otel.span('invoke_agent mini-agent');
    expect(run.parentSpanContext).toBeUndefined();
    const { traceId: own, spanId: ownSpan } = run.spanContext();
    expect(passed).toEqual({ traceparent: `00-${own}-${ownSpan}-01` });
  });

  it('links the span around it, as that is of another trace', async () => {
    const tracer = trace.getTracer('a host');
    await tracer.startActiveSpan('POST /mcp', async (span) => {
      await telemetry.run({ runId: 'r', carrier: { traceparent } }, () => Promise.resolve());
      span.end();
    });
    const run = otel.span('invoke_agent mini-agent');
    expect(run.spanContext().traceId).toBe(traceId);
    expect(run.links.map((link) => link.context.spanId)).toEqual([
      otel.span('POST /mcp').spanContext().spanId,
    ]);
  });

  it('without one is below the span around it', async () => {
    await trace.getTracer('a host').startActiveSpan('POST /mcp', async (span) => {
      await telemetry.run({ runId: 'r' }, () => Promise.resolve());
      span.end();
    });
    expect(otel.tree()).toEqual({
      'POST /mcp': undefined,
      'invoke_agent mini-agent': 'POST /mcp',
    });
  });
});
