import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { describe, expect, test } from 'vitest';
import type { Outcome, RunState } from '@mini-agent/react-agent';
import { AppError } from '../src/errors.ts';
import { renderRefusal, renderReport } from '../src/render.ts';
import { finishedReport, noUsage, type RunReport } from '../src/runs/report.ts';
import { publicTool } from '../src/server/tool-definition.ts';

const sample: RunReport = {
  runId: 'run_0000000a_00000000000000000000000000000000',
  task: '计算 sqrt(15) + 8',
  language: 'zh',
  status: 'completed',
  outcome: 'completed',
  answer: '11.87',
  plannedMode: 'http',
  last: { mode: 'http', provider: 'default', model: 'm' },
  steps: [
    {
      index: 1,
      turn: 1,
      thought: '...',
      action: 'calculator',
      input: { expression: 'sqrt(15) + 8' },
      observation: 'Expression: sqrt(15) + 8\nResult: 11.872983346207416',
      durationMs: 1,
    },
    { index: 2, turn: 2, thought: '...', finalAnswer: '11.87', durationMs: 1 },
  ],
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15, estimated: false },
  iterations: 2,
  durationMs: 5,
  fallbacks: [],
};

function textOf(report: RunReport, trace = true): string {
  return renderReport(report, { trace }).content[0].text;
}

const validate = new AjvJsonSchemaValidator().getValidator({ ...publicTool.outputSchema });

describe('the text frame', () => {
  test('is the documented sample, character for character', () => {
    expect(textOf(sample)).toBe(
      [
        'Task: 计算 sqrt(15) + 8',
        'Mode: LLM-powered (HTTP)',
        'Steps: 2',
        '',
        '--- Reasoning Trace ---',
        '[Step 1]',
        '  Thought: ...',
        '  Action: calculator',
        '  Observation: Expression: sqrt(15) + 8',
        'Result: 11.872983346207416',
        '[Step 2]',
        '  Thought: ...',
        '  Final Answer: 11.87',
        '',
        '--- Final Answer ---',
        '11.87',
      ].join('\n'),
    );
  });

  test('without a trace only the block is missing', () => {
    expect(textOf(sample, false)).toBe(
      'Task: 计算 sqrt(15) + 8\nMode: LLM-powered (HTTP)\nSteps: 2\n\n--- Final Answer ---\n11.87',
    );
  });

  test('modes have their names, a step without a thought has no such line', () => {
    const steps = sample.steps.map((step) => ({ ...step, thought: '' }));
    const rule = {
      ...sample,
      steps,
      last: { mode: 'rule', provider: '', model: 'rules' },
    } as const;
    expect(textOf(rule)).toContain('Mode: Rule-based\n');
    expect(textOf(rule)).not.toContain('Thought:');
    const sampling = {
      ...sample,
      last: { mode: 'sampling', provider: 'client', model: 'c' },
    } as const;
    expect(textOf(sampling)).toContain('Mode: LLM-powered (sampling)\n');
  });

  test('a task is cut at 2,000 units and never inside a character', () => {
    const [line = ''] = textOf({ ...sample, task: `${'x'.repeat(1_999)}😀y` }).split('\n');
    expect(line).toBe(`Task: ${'x'.repeat(1_999)}`);
    expect(textOf({ ...sample, task: 'y'.repeat(3_000) }).split('\n')[0]).toHaveLength(2_006);
  });

  test('a fall is one line between the trace and the answer, told once, without a key', () => {
    const fallback = {
      from: 'http',
      to: 'rule',
      provider: 'default',
      code: 'auth',
      reason: 'the endpoint answered 401\nfor key sk-abcdefghijklmnop.',
    } as const;
    const text = textOf({ ...sample, fallbacks: [fallback, fallback] });
    expect(text).toContain(
      '  Final Answer: 11.87\n\nLLM unavailable: the endpoint answered 401 for key [secret]; answered in rule mode\n\n--- Final Answer ---',
    );
    expect(text.match(/LLM unavailable/g)).toHaveLength(1);
    for (const reasons of [
      ['default: the key was refused (HTTP 401)', 'default: the key was refused'],
      ['default：密钥被拒绝（HTTP 401）', 'default：密钥被拒绝'],
    ]) {
      const again = reasons.map((reason) => ({ ...fallback, reason }));
      const lines = textOf({ ...sample, fallbacks: again }).match(/LLM unavailable[^\n]*/g);
      expect(lines).toEqual([`LLM unavailable: ${reasons[0]}; answered in rule mode`]);
    }
    const other = { ...fallback, to: 'http', provider: 'backup', reason: 'timed out' } as const;
    expect(textOf({ ...sample, fallbacks: [other] })).toContain(
      'timed out; continued with backup\n',
    );
    const http = { ...other, provider: 'default' } as const;
    expect(textOf({ ...sample, fallbacks: [http] })).toContain('timed out; continued with HTTP\n');
  });

  test('observations are cut at 2,000 with a mark, in text and in structured content', () => {
    const observation = 'o'.repeat(5_000);
    const steps = sample.steps.map((step) =>
      step.action === undefined ? step : { ...step, observation },
    );
    const { content, structuredContent } = renderReport({ ...sample, steps }, { trace: true });
    expect(content[0].text).toMatch(
      /Observation: o{2000}\n… \[已截断：共 5,000 个字符，省略 3,000 个\]/,
    );
    expect(JSON.stringify(structuredContent)).not.toMatch(/o{2001}/);
    expect(structuredContent['tool_calls']).toMatchObject([{ tool: 'calculator' }]);
  });
});

describe('structured content', () => {
  test('has the documented fields', () => {
    expect(renderReport(sample, { trace: true }).structuredContent).toEqual({
      status: 'completed',
      outcome: 'completed',
      run_id: sample.runId,
      answer: '11.87',
      mode: 'http',
      provider: 'default',
      model: 'm',
      steps: [
        {
          index: 1,
          thought: '...',
          action: 'calculator',
          input: { expression: 'sqrt(15) + 8' },
          observation: 'Expression: sqrt(15) + 8\nResult: 11.872983346207416',
          durationMs: 1,
        },
        { index: 2, thought: '...', finalAnswer: '11.87', durationMs: 1 },
      ],
      usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15, estimated: false },
      tool_calls: [
        {
          tool: 'calculator',
          input: { expression: 'sqrt(15) + 8' },
          output: 'Expression: sqrt(15) + 8\nResult: 11.872983346207416',
        },
      ],
      iterations: 2,
      duration_ms: 5,
      truncated: false,
    });
  });

  const outcomes: Readonly<Record<Outcome, string>> = {
    completed: 'completed',
    max_steps: 'budget_exceeded',
    budget_tokens: 'budget_exceeded',
    budget_cost: 'budget_exceeded',
    budget_time: 'budget_exceeded',
    aborted: 'cancelled',
    denied: 'cancelled',
    loop_detected: 'failed',
    invalid_tool_calls: 'failed',
    content_filter: 'failed',
    error: 'failed',
  };

  test.each(Object.entries(outcomes) as [Outcome, string][])(
    'mcp-059, mcp-060, mcp-061, mcp-063: outcome %s is %s, fits the schema and has an answer in both places',
    (outcome, status) => {
      const source = {
        runId: sample.runId,
        task: 'x',
        plannedMode: 'http',
        fallbacks: [],
        state: undefined,
        durationMs: 1,
      } as const;
      const result = {
        outcome,
        answer: '',
        partial: true,
        durationMs: 1,
        state: emptyState,
      };
      const rendered = renderReport(finishedReport(source, result), { trace: true });
      const { structuredContent: structured } = rendered;
      expect(structured.status).toBe(status);
      expect(rendered.isError).toBe(status === 'failed' ? true : undefined);
      expect(validate({ ...structured })).toMatchObject({ valid: true });
      expect(structured.answer).not.toBe('');
      expect(rendered.content[0].text.endsWith(structured.answer)).toBe(true);
    },
  );

  test('running, refused and every mode fit the schema', () => {
    const running = renderReport({ ...sample, status: 'running', answer: '' }, { trace: true });
    const refused = renderRefusal(new AppError('not_found', 'no such run'));
    for (const { structuredContent, content } of [running, refused]) {
      expect(validate({ ...structuredContent })).toMatchObject({ valid: true });
      expect(content[0].text).not.toBe('');
    }
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error_code: 'not_found' },
    });
    expect(running.isError).toBeUndefined();
  });

  test('in rule mode there is no provider', () => {
    const last = { mode: 'rule', provider: '', model: 'rules' } as const;
    const { structuredContent } = renderReport({ ...sample, last }, { trace: true });
    expect(structuredContent).toMatchObject({ mode: 'rule' });
    expect('provider' in structuredContent).toBe(false);
  });

  test('an abstention of rule mode and a missing part are failures, every mode failing is one code', () => {
    const source = {
      runId: sample.runId,
      task: 'x',
      plannedMode: 'rule',
      fallbacks: [],
      state: undefined,
      durationMs: 1,
    } as const;
    const report = (outcome: Outcome, errorCode: string): RunReport =>
      finishedReport(source, {
        outcome,
        answer: 'a',
        partial: false,
        durationMs: 1,
        errorCode,
        state: emptyState,
      });
    expect(report('completed', 'rule_abstained')).toMatchObject({
      status: 'failed',
      outcome: 'error',
      errorCode: 'rule_abstained',
    });
    expect(report('error', 'part_failed')).toMatchObject({
      status: 'failed',
      errorCode: 'part_failed',
    });
    for (const code of ['auth', 'quota', 'timeout', 'transient', 'unavailable', 'bad_request']) {
      expect(report('error', code).errorCode, code).toBe('model_unavailable');
    }
    expect(report('error', 'hook_failed').errorCode).toBe('hook_failed');
  });
});

const emptyState: RunState = {
  version: 1,
  runId: sample.runId,
  task: 'x',
  language: 'en',
  steps: [],
  iterations: 0,
  fallbacks: [],
  depth: 0,
  seq: 0,
  startedAt: 0,
  messages: [],
  pending: [],
  limits: { maxTurns: 5, timeoutMs: 1 },
  tainted: false,
  calls: {},
  usage: noUsage,
};

describe('a long answer', () => {
  test('the rest has its own place: offset, no trace, a notice while more follows', () => {
    const answer = 'line of text\n'.repeat(15_000);
    const first = renderReport({ ...sample, answer }, { trace: true });
    const next = first.structuredContent['next'] as { run_id: string; offset: number };
    expect(first.structuredContent['truncated']).toBe(true);
    expect(first.content[0].text).toContain(
      `run_agent {"run_id":"${sample.runId}","offset":${next.offset}}`,
    );
    const second = renderReport({ ...sample, answer }, { trace: true, offset: next.offset });
    expect(second.content[0].text).not.toContain('Reasoning Trace');
    expect(second.structuredContent.answer.startsWith('line of text')).toBe(true);
  });
});
