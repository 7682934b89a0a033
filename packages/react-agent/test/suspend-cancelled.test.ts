import type { ToolOutcome, ToolRunner } from '@mini-agent/foundation/chat';
import { createAgent, type AgentEvent } from '@mini-agent/react-agent';
import { expect, it } from 'vitest';
import { scriptedModel } from './scripted.ts';

/** Two tools that wait: `reads` is idempotent and obeys its signal, `acts` does neither. */
const tools: ToolRunner = {
  list: () =>
    Promise.resolve(
      ['reads', 'acts'].map((name) => ({
        name,
        title: name,
        description: name,
        inputSchema: { type: 'object' },
        polling: false,
        annotations: {
          readOnly: false,
          idempotent: name === 'reads',
          openWorld: false,
          destructive: false,
          untrustedOutput: false,
        },
      })),
    ),
  call: ({ id, name }, { signal }) =>
    new Promise<ToolOutcome>((resolve) => {
      if (name === 'acts') return;
      signal.addEventListener('abort', () => {
        const common = { callId: id, durationMs: 0, tries: 1, retry: true } as const;
        resolve({ ...common, ok: false, code: 'interrupted', message: 'stopped' });
      });
    }),
};

it('tells the end of a call that was to be made later, where the run is cancelled before it is put aside', async () => {
  const calls = [
    ['reads', {}],
    ['acts', {}],
  ] as const;
  const model = scriptedModel([{ calls }, { content: 'done' }]);
  const [stop, aside] = [new AbortController(), new AbortController()];
  const events: AgentEvent[] = [];
  const result = await createAgent({ model, tools }).run('go', {
    suspend: aside.signal,
    signal: stop.signal,
    onEvent: (event) => {
      events.push(event);
      if (event.type !== 'tool_started' || event.call.name !== 'acts') return;
      setImmediate(() => {
        aside.abort();
        setImmediate(() => {
          stop.abort();
        });
      });
    },
  });
  expect(result).toMatchObject({ outcome: 'aborted', state: { outcome: 'aborted' } });
  const told = (type: 'tool_started' | 'tool_finished'): readonly string[] =>
    events.flatMap((event) => {
      if (event.type !== type) return [];
      return event.type === 'tool_started' ? event.call.id : event.outcome.callId;
    });
  expect(told('tool_started')).toEqual(['c1', 'c2']);
  expect(told('tool_finished').toSorted()).toEqual(['c1', 'c2']);
  // It was made, so that it cannot be said that nothing was done.
  expect(result.state.steps.slice(0, 2).map(({ error }) => error)).toEqual([
    'outcome_unknown',
    'outcome_unknown',
  ]);
});
