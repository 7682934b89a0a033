import type { AgentEvent } from '@mini-agent/react-agent';
import { describe, expect, test } from 'vitest';
import { createLiveScreen } from '../../src/cli/display/live-screen.ts';
import { showRun, type RunScreen } from '../../src/cli/display/show-run.ts';
import { textWidth } from '../../src/cli/display/text-width.ts';
import { fakeTerminal, type FakeTerminal } from './fake-terminal.ts';

describe('the screen', () => {
  test('lines that stay move up, live ones stay below them', () => {
    const terminal = fakeTerminal();
    const screen = createLiveScreen(terminal);
    screen.draw([], ['one', 'two']);
    expect(terminal.screen()).toEqual(['one', 'two']);
    expect(terminal.isCursorShown()).toBe(false);
    screen.draw(['done'], ['three']);
    expect(terminal.screen()).toEqual(['done', 'three']);
    screen.draw(['more'], ['a longer one', 'four', 'five']);
    expect(terminal.screen()).toEqual(['done', 'more', 'a longer one', 'four', 'five']);
    screen.draw([], ['x']);
    expect(terminal.screen()).toEqual(['done', 'more', 'x']);
    screen.clear();
    expect(terminal.screen()).toEqual(['done', 'more']);
    expect(terminal.isCursorShown()).toBe(true);
  });

  test('a frame is one write, which blanks nothing before it is drawn, and none where nothing changes', () => {
    const terminal = fakeTerminal();
    const screen = createLiveScreen(terminal);
    screen.draw([], ['one', 'two']);
    screen.draw([], ['one', 'two']);
    expect(terminal.writes).toHaveLength(1);
    screen.draw([], ['one', 'too']);
    expect(terminal.writes).toHaveLength(2);
    // Erasing comes behind each text, never before.
    expect(terminal.writes[1]).toBe('\r\u001B[1Aone\u001B[K\ntoo\u001B[K\u001B[J');
  });

  test('clearing twice, or before anything was drawn, writes nothing', () => {
    const terminal = fakeTerminal();
    const screen = createLiveScreen(terminal);
    screen.clear();
    expect(terminal.writes).toEqual([]);
    screen.draw([], ['one']);
    screen.clear();
    const count = terminal.writes.length;
    screen.clear();
    expect(terminal.writes).toHaveLength(count);
  });

  test.each([10, 7, 4, 30])(
    'after a resize to %i columns nothing of the old lines is left',
    (columns) => {
      const terminal = fakeTerminal(20, 24, textWidth);
      const screen = createLiveScreen(terminal);
      screen.draw(['kept'], ['a line of 18 signs', '\u001B[32mcolours\u001B[0m count not']);
      terminal.resize(columns);
      screen.draw([], ['new']);
      expect(terminal.screen()).toEqual(['kept', 'new']);
    },
  );

  test('wide characters count as what they are', () => {
    const terminal = fakeTerminal(20, 24, textWidth);
    const screen = createLiveScreen(terminal);
    screen.draw([], ['计算器计算器计算', '第二行']);
    terminal.resize(10);
    screen.draw([], ['新']);
    expect(terminal.screen()).toEqual(['新']);
  });
});

interface Shown {
  readonly terminal: FakeTerminal;
  readonly screen: RunScreen;
  readonly tick: (ms: number) => void;
  readonly isRepeating: () => boolean;
  readonly resized: () => void;
}

function show(columns = 60): Shown {
  const terminal = fakeTerminal(columns, 24, textWidth);
  let time = 0;
  let frame: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const screen = showRun({
    stream: {
      get columns() {
        return terminal.columns;
      },
      get rows() {
        return terminal.rows;
      },
      write: (text) => terminal.write(text),
      on: (_, listener) => listeners.add(listener),
      off: (_, listener) => listeners.delete(listener),
    },
    style: { colours: true, unicode: true },
    language: 'en',
    now: () => time,
    repeat: (work) => {
      frame = work;
      return () => (frame = undefined);
    },
  });
  return {
    terminal,
    screen,
    tick: (ms) => {
      time += ms;
      frame?.();
    },
    isRepeating: () => frame !== undefined || listeners.size > 0,
    resized: () => {
      for (const listener of listeners) listener();
    },
  };
}

const event = (body: object): AgentEvent => ({ seq: 0, at: 0, runId: 'r', ...body }) as AgentEvent;

const calculation = event({
  type: 'step',
  step: {
    index: 1,
    turn: 1,
    thought: '',
    action: 'calculator',
    input: {},
    observation: 'Result: 42',
    durationMs: 0,
  },
});

describe('a run on a terminal', () => {
  test('the time goes on by itself, steps stay, and at the end only they are left', () => {
    const { terminal, screen, tick, isRepeating } = show();
    expect(terminal.screen()).toEqual(['⠋ working  0.0 s']);
    tick(1_100);
    expect(terminal.screen()).toEqual(['⠙ working  1.1 s']);
    screen.event(calculation);
    expect(terminal.screen()).toEqual([
      '✓ 1 calculator  0.0 s',
      '  = Result: 42',
      '⠙ working  1.1 s',
    ]);
    expect(terminal.isCursorShown()).toBe(false);
    screen.end();
    expect(terminal.screen()).toEqual(['✓ 1 calculator  0.0 s', '  = Result: 42']);
    expect(terminal.isCursorShown()).toBe(true);
    expect(isRepeating()).toBe(false);
    const count = terminal.writes.length;
    screen.event(calculation);
    screen.end();
    expect(terminal.writes).toHaveLength(count);
  });

  test('text of the model is drawn with the next frame, not with each part of it', () => {
    const { terminal, screen, tick } = show();
    screen.event(event({ type: 'model_started', turn: 1 }));
    const count = terminal.writes.length;
    for (let part = 0; part < 100; part += 1) {
      screen.event(event({ type: 'model_event', event: { type: 'text', delta: 'x' } }));
    }
    expect(terminal.writes).toHaveLength(count);
    tick(100);
    expect(terminal.screen()[0]).toMatch(/thinking \(1\) x+ {2}0\.1 s/);
  });

  test('a question has the terminal for itself, and what happens meanwhile is shown after it', async () => {
    const { terminal, screen, tick } = show();
    const answer = await screen.aside(async () => {
      expect(terminal.isCursorShown()).toBe(true);
      expect(terminal.screen()).toEqual(['']);
      terminal.write('Run it? [y/N] ');
      tick(500);
      screen.event(calculation);
      screen.note('a word');
      await Promise.resolve();
      expect(terminal.screen()).toEqual(['Run it? [y/N]']);
      terminal.write('y\n');
      return 'yes';
    });
    expect(answer).toBe('yes');
    expect(terminal.screen()).toEqual([
      'Run it? [y/N] y',
      '✓ 1 calculator  0.0 s',
      '  = Result: 42',
      'a word',
      '⠴ working  0.5 s',
    ]);
    expect(terminal.isCursorShown()).toBe(false);
    screen.end();
  });

  test('a question that fails gives the terminal back', async () => {
    const { terminal, screen } = show();
    await expect(screen.aside(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(terminal.screen()).toEqual(['⠋ working  0.0 s']);
    screen.end();
  });

  test('a resize is drawn at once, in the new width', () => {
    const { terminal, screen, resized } = show();
    screen.event(
      event({
        type: 'tool_started',
        call: {
          id: 'c',
          name: 'a_tool_with_a_long_name_indeed',
          arguments: { ok: true, value: {} },
        },
      }),
    );
    terminal.resize(20);
    resized();
    expect(terminal.screen()).toEqual(['▸ a_tool_wi…  0.0 s', '⠋ calling t…  0.0 s']);
    screen.end();
  });

  test('lines of others come above the live ones', () => {
    const { terminal, screen } = show();
    screen.note('mini-agent: a \u001B[31mwarning');
    expect(terminal.screen()).toEqual(['mini-agent: a [31mwarning', '⠋ working  0.0 s']);
    screen.end();
    screen.note('late');
    expect(terminal.screen()).toEqual(['mini-agent: a [31mwarning', 'late']);
  });

  test('nothing of it is left at the process when it has ended', () => {
    const names = ['exit', 'SIGHUP', 'SIGQUIT', 'SIGTSTP', 'SIGCONT'];
    const count = (): readonly number[] => names.map((name) => process.listenerCount(name));
    const before = count();
    const { screen } = show();
    expect(count()).not.toEqual(before);
    screen.end();
    expect(count()).toEqual(before);
  });
});
