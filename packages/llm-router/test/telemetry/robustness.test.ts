import { readFileSync, readdirSync } from 'node:fs';
import type { ToolOutcome } from '@mini-agent/foundation/chat';
import * as installed from '@opentelemetry/api';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createScriptedModel } from '../../src/scripted-model.ts';
import { createTelemetry, type OpenTelemetryApi } from '../../src/telemetry/index.ts';
import { chatRequest, tool } from '../support/requests.ts';
import { outcomeRunner } from '../support/tool-loop.ts';

const signal = new AbortController().signal;
const outcome: ToolOutcome = {
  callId: 'c1',
  durationMs: 1,
  tries: 1,
  ok: true,
  trusted: true,
  text: 'fine',
};
const call = { id: 'c1', name: 'one', arguments: { ok: true, value: {} } } as const;

/** The parts of the API and of what it gives out, by name. */
const places = [
  'getTracer',
  'getSpan',
  'getSpanContext',
  'setSpan',
  'setSpanContext',
  'active',
  'with',
  'with after the work',
  'getMeterProvider',
  'getMeter',
  'createHistogram',
  'record',
  'createBaggage',
  'setBaggage',
  'createTraceState',
  'startSpan',
  'getValue',
  'setValue',
  'setAttributes',
  'addEvent',
  'setStatus',
  'updateName',
  'end',
  'isRecording',
  'spanContext',
] as const;

/** An API of which some parts throw. */
function brokenApi(broken: ReadonlySet<string>): OpenTelemetryApi {
  const part = <Result>(name: string, result: Result): Result => {
    if (broken.has(name)) throw new Error(`${name} is broken`);
    return result;
  };
  const spanContext = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 };
  const span = {
    spanContext: () => part('spanContext', spanContext),
    setAttributes: () => part('setAttributes', 0),
    addEvent: () => part('addEvent', 0),
    setStatus: () => part('setStatus', 0),
    updateName: () => part('updateName', 0),
    end: () => {
      part('end', 0);
    },
    isRecording: () => part('isRecording', true),
  };
  const context = {
    getValue: () => {
      part('getValue', undefined);
    },
    setValue: () => part('setValue', context),
    deleteValue: () => context,
  } as ReturnType<OpenTelemetryApi['context']['active']>;
  const histogram = {
    record: () => {
      part('record', 0);
    },
  };
  return {
    trace: {
      getTracer: () => part('getTracer', { startSpan: () => part('startSpan', span) }),
      getSpan: () => part('getSpan', span),
      getSpanContext: () => part('getSpanContext', spanContext),
      setSpan: () => part('setSpan', context),
      setSpanContext: () => part('setSpanContext', context),
    },
    context: {
      active: () => part('active', context),
      with: (_, work) => {
        part('with', 0);
        return part('with after the work', work());
      },
    },
    metrics: {
      getMeterProvider: () =>
        part('getMeterProvider', {
          getMeter: () =>
            part('getMeter', { createHistogram: () => part('createHistogram', histogram) }),
        }),
    },
    propagation: {
      createBaggage: () => part('createBaggage', { getEntry: () => undefined }),
      setBaggage: () => part('setBaggage', context),
    },
    createContextKey: (description) => Symbol(description),
    createTraceState: () => part('createTraceState', undefined as never),
  };
}

describe('a tracer that fails', () => {
  it('changes nothing, whatever part of it fails: all is done once and settles as it would', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...places)), async (broken) => {
        const api = brokenApi(new Set(broken));
        const traced = await createTelemetry({ api, captureContent: true });
        if (traced === undefined) throw new Error('There is an API.');
        const retry = { type: 'retry', waitMs: 1, code: 'transient' } as const;
        const model = createScriptedModel([
          { content: 'hello', events: [retry] },
          { error: 'quota', message: 'No credit.' },
        ]);
        const runner = outcomeRunner([tool('one')], [outcome]);
        const calls = vi.spyOn(runner, 'call');
        const info = {
          runId: 'run-1',
          task: 'x',
          carrier: {
            traceparent: `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`,
            tracestate: 'a=1',
            baggage: 'k=v',
          },
          summary: () => ({ outcome: 'completed', answer: 'x' }),
        };
        const seen: string[] = [];
        const work = vi.fn(async () => {
          traced.inject('run-1');
          const router = traced.router(traced.model(model));
          const onEvent = ({ type }: { type: string }): void => {
            seen.push(type);
          };
          const { message } = await router.complete(chatRequest(), { signal, onEvent });
          const done = await traced.tools(runner).call(call, { signal, runId: 'run-1' });
          return [message.content, done];
        });
        expect(await traced.run(info, work)).toEqual(['hello', outcome]);
        await expect(
          traced.run(info, () => traced.model(model).complete(chatRequest(), { signal })),
        ).rejects.toMatchObject({ code: 'quota', message: 'No credit.' });
        expect(seen).toEqual(['retry']);
        expect(model.requests).toHaveLength(2);
        expect(work).toHaveBeenCalledTimes(1);
        expect(calls).toHaveBeenCalledTimes(1);
      }),
      { numRuns: 300 },
    );
  });

  it('does not hide what a summary throws from nobody: the run settles as it did', async () => {
    const traced = await createTelemetry({ api: brokenApi(new Set()) });
    const summary = (): never => {
      throw new Error('a bad summary');
    };
    expect(await traced?.run({ runId: 'r', summary }, () => Promise.resolve(1))).toBe(1);
  });
});

describe('without an SDK', () => {
  it('everything works and nothing is kept; the trace of the request is passed on', async () => {
    const traced = await createTelemetry();
    const model = traced?.model(createScriptedModel(['a', 'b']));
    const traceparent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;
    const carrier = { traceparent, tracestate: 'vendor=1', baggage: 'user=me' };
    const passed = await traced?.run({ runId: 'run-1', carrier }, async () => {
      const response = await model?.complete(chatRequest(), { signal });
      return [response?.message.content, traced.inject('run-1')];
    });
    expect(passed).toEqual(['a', carrier]);
    expect(traced?.inject()).toEqual({});
    expect(traced?.inject('run-1')).toEqual({});
  });
});

describe('without the API', () => {
  it('there is no telemetry', async () => {
    vi.resetModules();
    vi.doMock('@opentelemetry/api', () => {
      throw new Error("Cannot find package '@opentelemetry/api'");
    });
    const { createTelemetry: fresh } = await import('../../src/telemetry/telemetry.ts');
    expect(await fresh()).toBeUndefined();
    expect(await fresh({ api: installed })).toBeDefined();
    vi.doUnmock('@opentelemetry/api');
  });

  it('no source needs it before it is asked for, and no type at all', () => {
    const folder = new URL('../../src/telemetry/', import.meta.url);
    const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const uses = sources.flatMap((text) => text.match(/^.*['"]@opentelemetry\/.*$/gm) ?? []);
    expect(uses.map((line) => line.trim())).toEqual([
      "const loaded = await import('@opentelemetry/api');",
    ]);
  });
});
