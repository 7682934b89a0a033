import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScriptedModel } from '@mini-agent/llm-router';
import { expect, test } from 'vitest';
import { createModels } from '../src/compose/models.ts';
import { agentParts } from '../src/compose/nested-runs.ts';
import type { RunJob } from '../src/runs/runner.ts';
import { temporaryFolder } from './stdio-harness.ts';

function windowOf(windows: readonly (number | undefined)[], job: Partial<RunJob> = {}): unknown {
  const entries = windows.map((contextTokens, index) => [
    `p${index}`,
    { baseUrl: 'http://127.0.0.1:1/v1', model: 'm', ...(contextTokens && { contextTokens }) },
  ]);
  const file = join(temporaryFolder(), 'providers.json');
  writeFileSync(file, JSON.stringify({ providers: Object.fromEntries(entries) as object }), {
    mode: 0o600,
  });
  const models = createModels({
    settings: {
      fastPath: false,
      llmEnvironment: () => ({
        LLM_PROVIDERS_PATH: file,
        LLM_PROVIDER: windows.map((_, index) => `p${index}`).join(),
      }),
    },
    ruleModel: createScriptedModel([]),
    isTrivial: () => false,
    log: (line) => {
      throw new Error(line);
    },
  });
  const clientModel = { sampling: true, samplingTools: true, session: {} };
  const common = { task: 'x', mode: 'auto', maxTurns: undefined, agent: undefined } as const;
  return models.contextTokens({ ...common, clientModel, ...job });
}

test('a run keeps to the smallest window that is known of the endpoints it may use', () => {
  expect(windowOf([131_072])).toBe(131_072);
  expect(windowOf([131_072, 8_192, undefined])).toBe(8_192);
  expect(windowOf([undefined])).toBeUndefined();
  expect(windowOf([8_192], { mode: 'rule' })).toBeUndefined();
});

test('the agents of a run and of those inside it are told', () => {
  const model = createScriptedModel([]);
  const tools = { list: () => Promise.resolve([]), call: () => Promise.reject(new Error('no')) };
  const parts = { model, tools, usesModel: true, maxTurns: 3 };
  expect(agentParts({ ...parts, contextTokens: 8_192 })).toMatchObject({ contextTokens: 8_192 });
  expect(agentParts(parts)).not.toHaveProperty('contextTokens');
});
