import { readFileSync } from 'node:fs';
import * as root from '@mini-agent/llm-router';
import * as openai from '@mini-agent/llm-router/openai';
import { expect, it } from 'vitest';

it('the root exports exactly this', () => {
  expect(Object.keys(root).toSorted()).toEqual([
    'ModelError',
    'createEndpointMemory',
    'createHttpModel',
    'createRouter',
    'createSamplingModel',
    'createScriptedModel',
    'endpointPresets',
    'profileNames',
    'readProviders',
  ]);
});

it('/openai exports exactly this', () => {
  expect(Object.keys(openai).toSorted()).toEqual(['createOpenAiTransport', 'isOpenAiInstalled']);
});

it('the root loads neither the rules nor the openai package', () => {
  const index = readFileSync(new URL('../src/index.ts', import.meta.url), 'utf8');
  expect(index).not.toMatch(/rules|openai/);
});
