import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { startModelServer } from '@mini-agent/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { compose, type Composition } from '../src/compose.ts';
import { readSettings } from '../src/config/settings.ts';
import { createClientBroker } from '../src/runs/client-broker.ts';
import { temporaryFolder } from './stdio-harness.ts';

const key = 'sk-canary-example-1234567890';
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const steps = {
  steps: [{ id: 'a', task: 'Answer the first part' }],
};

/** Calls a workflow, whose one step is a run of its own, then answers. */
async function startWorld(): Promise<Composition> {
  const server = await startModelServer((request) => {
    const text = JSON.stringify(request.body.messages);
    if (text.includes('Answer the first part') && !text.includes('run_workflow'))
      return { content: 'part done' };
    if (text.includes('part done')) return { content: 'all done' };
    return { tool_calls: [{ name: 'run_workflow', arguments: JSON.stringify(steps) }] };
  });
  const home = temporaryFolder();
  const environment = {
    LLM_API_KEY: key,
    LLM_BASE_URL: server.url,
    LLM_MODEL: 'large',
    MINI_AGENT_HOME: home,
    ANYSEARCH_ENABLED: 'false',
  };
  const { settings } = readSettings({ environment, workingDirectory: home, packageRoot: home });
  const composition = compose({
    settings,
    environment,
    workingDirectory: home,
    log: () => undefined,
  });
  onTestFinished(async () => {
    await composition.close();
    await server.close();
  });
  return composition;
}

function run({ runner }: Composition): Promise<{ readonly answer: string }> {
  return runner.run(
    {
      task: 'Do it in parts',
      mode: 'auto',
      maxTurns: undefined,
      agent: undefined,
      clientModel: { sampling: false, samplingTools: false, session: {} },
      trace: { traceparent },
    },
    {
      runId: 'run-1',
      signal: new AbortController().signal,
      sampling: createClientBroker(),
      onEvent: () => undefined,
      onState: () => undefined,
    },
  );
}

test('without an OpenTelemetry SDK a run works and nothing is traced', async () => {
  const { answer } = await run(await startWorld());
  expect(answer).toBe('all done');
}, 20_000);

test('a run is one trace: the request it came from, model calls, tools and nested runs', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  onTestFinished(async () => {
    trace.disable();
    context.disable();
    await provider.shutdown();
  });
  const { answer } = await run(await startWorld());
  expect(answer).toBe('all done');
  const spans = exporter.getFinishedSpans();
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  const tree = spans.map(({ name, parentSpanContext }) => {
    const parent = parentSpanContext?.spanId ?? '';
    return `${names.get(parent) ?? parent} > ${name}`;
  });
  expect(tree.toSorted()).toEqual([
    'b7ad6b7169203331 > invoke_agent mini-agent',
    'execute_tool run_workflow > invoke_agent mini-agent',
    'invoke_agent mini-agent > chat large',
    'invoke_agent mini-agent > chat large',
    'invoke_agent mini-agent > chat large',
    'invoke_agent mini-agent > execute_tool run_workflow',
  ]);
  expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(
    new Set(['0af7651916cd43dd8448eb211c80319c']),
  );
  const told = JSON.stringify(spans.map(({ attributes, events }) => ({ attributes, events })));
  expect(told).not.toContain(key);
  expect(told).not.toContain('Do it in parts');
}, 20_000);
