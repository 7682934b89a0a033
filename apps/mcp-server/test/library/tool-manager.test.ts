import type { Tool } from '@mini-agent/foundation/tool';
import { describe, expect, test } from 'vitest';
import { freshLibrary } from './library.ts';

const { signal } = new AbortController();

function echo(execute: Tool['execute']): Tool {
  return {
    name: 'echo',
    title: 'Echo',
    description: 'Says what it was told',
    inputSchema: { jsonSchema: { type: 'object' } },
    annotations: {
      readOnly: true,
      idempotent: true,
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
    },
    execute,
  };
}

describe('toolManager', () => {
  test('is a manager with the 14 internal tools, at work for every call of it', async () => {
    freshLibrary();
    const { toolManager } = await import('mini-agent-mcp/tools/manager');
    expect((await toolManager.list({ signal, depth: 0 })).map(({ name }) => name)).toHaveLength(14);
    expect(toolManager.stats()).toMatchObject({ tools: 14, running: 0, queued: 0 });
    expect(await toolManager.execute('calculator', { expression: '1+1' })).toMatchObject({
      text: 'Expression: 1+1\nResult: 2',
    });
    await expect(toolManager.execute('calculator', {})).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
    await expect(toolManager.execute('nothing')).rejects.toMatchObject({ code: 'unknown_tool' });
    expect(toolManager.getHistory().map(({ name }) => name)).toContain('calculator');
    expect(toolManager.getHistory(0)).toEqual([]);
    toolManager.clearHistory();
    expect(toolManager.getHistory()).toEqual([]);
    const call = {
      id: 'c',
      name: 'calculator',
      arguments: { ok: true, value: { expression: '2^3' } },
    };
    expect(await toolManager.call(call as never, { signal })).toMatchObject({ ok: true });
  });

  test('tools of a program join the internal ones, and leave again', async () => {
    freshLibrary();
    const { toolManager } = await import('mini-agent-mcp/tools/manager');
    const remove = toolManager.register(echo(() => Promise.resolve({ text: 'hi' })));
    expect(toolManager.has('echo')).toBe(true);
    expect(toolManager.get('echo')?.title).toBe('Echo');
    expect(await toolManager.execute('echo')).toMatchObject({ text: 'hi' });
    expect(() => toolManager.register(echo(() => Promise.reject(new Error())))).toThrow(/echo/);
    remove();
    expect(toolManager.has('echo')).toBe(false);
    expect(toolManager.unregister('echo')).toBe(false);
  });

  test('D-042: pipelines work outside of a run, and for a tool that calls one within its run', async () => {
    freshLibrary();
    const { runWorkflowTool } = await import('mini-agent-mcp/tools/internal-modules');
    const { toolManager } = await import('mini-agent-mcp/tools/manager');
    const steps = [{ id: 'a', task: 'calculate 6*7' }];
    const direct = await toolManager.execute('run_workflow', { steps });
    expect(direct.data).toMatchObject({ success: true });
    toolManager.register(
      echo(async (_, context) => {
        const first = await runWorkflowTool.execute({ steps }, context);
        const second = await runWorkflowTool.execute({ steps }, context);
        return { text: JSON.stringify([first.data?.['success'], second.data?.['success']]) };
      }),
    );
    expect(await toolManager.execute('echo')).toMatchObject({ text: '[true,true]' });
    const nested = runWorkflowTool.execute({ steps }, { depth: 1 });
    await expect(nested).rejects.toMatchObject({ code: 'denied' });
  });
});

describe('the internal tools', () => {
  test('have a name, a description, a schema and execute', async () => {
    freshLibrary();
    const modules = await import('mini-agent-mcp/tools/internal-modules');
    const tools = Object.values(modules);
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'deep_research',
      'extract_skill',
      'list_skills',
      'memory_stats',
      'recall',
      'remember',
      'research_pipeline',
      'run_workflow',
    ]);
    for (const { description, inputSchema, title, name } of tools) {
      expect(description.length, name).toBeGreaterThan(20);
      expect(title).not.toBe('');
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
    }
    const { memoryStatsTool, recallTool, rememberTool } = modules;
    await rememberTool.execute({ type: 'fact', content: 'Tea at four', tags: 'tea，time' });
    expect((await recallTool.execute({ tags: 'time' })).text).toMatch(/"count": 1/);
    expect((await memoryStatsTool.execute()).data).toMatchObject({ count: 1 });
    await expect(recallTool.execute({})).rejects.toMatchObject({ code: 'invalid_arguments' });
    await expect(recallTool.execute(undefined)).rejects.toThrow(/tags or query is required/);
  });
});
