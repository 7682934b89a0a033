import { readFileSync } from 'node:fs';
import * as root from '@mini-agent/llm-router';
import * as openai from '@mini-agent/llm-router/openai';
import * as telemetry from '@mini-agent/llm-router/telemetry';
import * as traceContext from '../src/trace-context.ts';
import { expect, it } from 'vitest';

it('the root exports exactly this', () => {
  expect(Object.keys(root).toSorted()).toEqual([
    'ModelError',
    'checkProviders',
    'createBudget',
    'createEndpointMemory',
    'createHttpModel',
    'createRecorder',
    'createReplay',
    'createRouter',
    'createSamplingModel',
    'createScriptedModel',
    'endpointPresets',
    'formatDoctorReport',
    'listModels',
    'profileNames',
    'readProviders',
    'withBudget',
    'withPrice',
    'withToolBudget',
  ]);
});

it('/openai exports exactly this', () => {
  expect(Object.keys(openai).toSorted()).toEqual(['createOpenAiTransport', 'isOpenAiInstalled']);
});

it('/telemetry exports exactly this', () => {
  expect(Object.keys(telemetry).toSorted()).toEqual(['createTelemetry', 'readTraceContext']);
});

it('/trace-context exports exactly this', () => {
  expect(Object.keys(traceContext)).toEqual(['readTraceContext']);
});

it('the root loads neither the rules nor the openai package', () => {
  const index = readFileSync(new URL('../src/index.ts', import.meta.url), 'utf8');
  expect(index).not.toMatch(/rules|openai/);
});
