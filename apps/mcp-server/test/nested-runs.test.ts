import { createScriptedModel, type ScriptedModel } from '@mini-agent/llm-router';
import { createToolManager } from '@mini-agent/tool-manager';
import type { Tool } from '@mini-agent/foundation/tool';
import { describe, expect, test } from 'vitest';
import { createNestedRuns, type NestedRuns } from '../src/compose/nested-runs.ts';
import { createRunTools } from '../src/compose/run-tools.ts';

const signal = new AbortController().signal;

function tool(name: string): Tool {
  return {
    name,
    title: name,
    description: name,
    inputSchema: { jsonSchema: { type: 'object', additionalProperties: false } },
    annotations: {
      readOnly: true,
      idempotent: true,
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
    },
    // The manager hides what starts runs of its own from nested ones.
    ...(name === 'run_workflow' && { policy: { occupiesSlot: false } }),
    execute: () => Promise.resolve({ text: `${name} ran` }),
  };
}

function begin(model: ScriptedModel, usesModel = true): NestedRuns {
  const nested = createNestedRuns();
  const tools = createRunTools({
    tools: createToolManager({ tools: [tool('run_workflow'), tool('look')] }),
  });
  nested.begin('outer', { model, tools, usesModel, maxTurns: 3 });
  return nested;
}

describe('a run inside of a run', () => {
  test('uses the model and the tools of the run that called, without the pipelines', async () => {
    const model = createScriptedModel([{ toolCalls: [{ name: 'look', arguments: {} }] }, 'looked']);
    const steps: string[] = [];
    const agent = begin(model).agentOf({ runId: 'outer', depth: 0 });
    const answer = await agent.run('look around', {
      signal,
      onProgress: (step) => steps.push(step),
    });
    expect(answer.answer).toBe('looked');
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['look']);
    expect(steps).toEqual(['look', '']);
  });

  test('that fails is a failed step, not an answer', async () => {
    const agent = begin(createScriptedModel([])).agentOf({ runId: 'outer' });
    await expect(agent.run('x', { signal })).rejects.toMatchObject({ code: 'tool_error' });
  });

  test('stops with the tool that started it', async () => {
    const controller = new AbortController();
    const model = createScriptedModel([
      () => {
        controller.abort();
        return { toolCalls: [{ name: 'look', arguments: {} }] };
      },
    ]);
    const agent = begin(model).agentOf({ runId: 'outer' });
    await expect(agent.run('x', { signal: controller.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
  });
});

describe('a question of a tool', () => {
  const options = { signal, purpose: 'plan', language: 'en' } as const;

  test('goes to the model of the run, without tools', async () => {
    const model = createScriptedModel(['- one\n- two']);
    const { ask, usesModel } = begin(model).agentOf({ runId: 'outer' });
    expect(usesModel).toBe(true);
    expect(await ask('divide', options)).toMatchObject({ text: '- one\n- two', cut: false });
    expect(model.requests[0]).toMatchObject({ purpose: 'plan', tools: [], toolChoice: 'none' });
  });

  test('is model_required in rule mode, after a fall to rules, and outside of any run', async () => {
    const required = { code: 'model_required' };
    const rules = createScriptedModel(['by rules'], { mode: 'rule' });
    await expect(
      begin(rules, false).agentOf({ runId: 'outer' }).ask('x', options),
    ).rejects.toMatchObject(required);
    await expect(begin(rules).agentOf({ runId: 'outer' }).ask('x', options)).rejects.toMatchObject(
      required,
    );
    const lost = createNestedRuns().agentOf({ runId: 'gone' });
    expect(lost.usesModel).toBe(false);
    await expect(lost.ask('x', options)).rejects.toMatchObject(required);
    await expect(lost.run('x', { signal })).rejects.toMatchObject(required);
  });
});
