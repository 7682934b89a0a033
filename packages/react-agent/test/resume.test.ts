import { createAgent, type RunState } from '@mini-agent/react-agent';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptedModel, scriptedTools, type Reply } from './scripted.ts';

const script: readonly Reply[] = [
  {
    calls: [
      ['read', { n: 1 }],
      ['write', { n: 1 }],
    ],
  },
  { calls: [['write', { n: 2 }]] },
  { content: 'done' },
];
const annotations = { readOnly: false, idempotent: false };

describe('resuming', () => {
  it('never repeats a finished call, and reports a started one as unknown, at whatever point the process died', async () => {
    const states: RunState[] = [];
    const tools = scriptedTools({ read: {}, write: { annotations } });
    await createAgent({ model: scriptedModel(script), tools }).run('go', {
      onState: (state) => {
        states.push(JSON.parse(JSON.stringify(state)) as RunState);
      },
    });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: states.length - 1 }), async (index) => {
        const saved = states[index];
        if (saved === undefined) return;
        const again = scriptedTools({ read: {}, write: { annotations } });
        const model = scriptedModel(script.slice(saved.iterations));
        const result = await createAgent({ model, tools: again }).resume(saved);
        expect(result).toMatchObject({ outcome: 'completed', answer: 'done' });
        const finished = saved.pending
          .filter(({ state }) => state === 'finished')
          .map(({ call }) => call.id);
        const started = saved.pending
          .filter(({ state }) => state === 'started')
          .map(({ call }) => call);
        const repeated = again.made.map(({ id }) => id);
        for (const id of finished) expect(repeated).not.toContain(id);
        for (const call of started) {
          const step = result.state.steps.find(
            ({ action, input }) => action === call.name && input !== undefined,
          );
          if (call.name === 'write') expect(repeated).not.toContain(call.id);
          else expect(step).toBeDefined();
        }
        expect(result.state.steps.filter(({ action }) => action !== undefined)).toHaveLength(3);
      }),
      { numRuns: 60 },
    );
  });

  it('gives the result of a finished run again', async () => {
    const agent = createAgent({
      model: scriptedModel([{ content: 'x' }]),
      tools: scriptedTools({}),
    });
    const { state } = await agent.run('go');
    expect(await agent.resume(state)).toMatchObject({ outcome: 'completed', answer: 'x' });
  });
});
