import type { RunState } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { continuedParts } from '../src/runs/history.ts';

describe('a continued run', () => {
  it('goes on counting calls: the keys of those that left its conversation are not given again', () => {
    const progress = { emptyReplies: 0, invalidTurns: 0, forcedReplies: 0, lastCall: 41 };
    const state = { tainted: true, progress } as RunState;
    expect(continuedParts(state)).toEqual({ tainted: true, progress });
    expect(continuedParts({ tainted: false } as RunState)).toEqual({ tainted: false });
  });
});
