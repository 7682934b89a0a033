import type { JsonSchema } from '@mini-agent/foundation/tool';

const count = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

const step = {
  type: 'object',
  properties: {
    index: { type: 'integer', minimum: 1 },
    thought: text,
    action: { type: 'string', description: 'The internal tool that was called.' },
    input: { type: 'object', description: 'Its arguments.' },
    observation: { type: 'string', description: 'What it answered, cut at 2,000 characters.' },
    finalAnswer: text,
    durationMs: { type: 'number', minimum: 0 },
    error: text,
  },
  required: ['index', 'thought', 'durationMs'],
  additionalProperties: false,
} as const;

const usage = {
  type: 'object',
  properties: {
    inputTokens: count,
    outputTokens: count,
    totalTokens: count,
    estimated: { type: 'boolean' },
    costUsd: { type: 'number', minimum: 0 },
  },
  required: ['inputTokens', 'outputTokens', 'totalTokens', 'estimated'],
  additionalProperties: false,
} as const;

/** One flat object for success and for every failure: some clients validate it in both cases. */
export const outputSchema: JsonSchema & { readonly type: 'object' } = {
  type: 'object',
  properties: {
    status: {
      type: 'string',
      enum: ['completed', 'running', 'needs_input', 'budget_exceeded', 'cancelled', 'failed'],
    },
    outcome: {
      type: 'string',
      enum: [
        'completed',
        'max_steps',
        'budget_tokens',
        'budget_cost',
        'budget_time',
        'loop_detected',
        'invalid_tool_calls',
        'aborted',
        'denied',
        'content_filter',
        'error',
      ],
    },
    run_id: { type: 'string', description: 'Handle to wait on, continue or stop the run.' },
    answer: { type: 'string', minLength: 1 },
    mode: { type: 'string', enum: ['sampling', 'http', 'rule'] },
    provider: text,
    model: text,
    steps: { type: 'array', items: step },
    usage,
    tool_calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: { tool: text, input: { type: 'object' }, output: text },
        required: ['tool', 'input', 'output'],
        additionalProperties: false,
      },
    },
    iterations: { ...count, description: 'Number of model calls.' },
    duration_ms: { type: 'number', minimum: 0 },
    error_code: text,
    truncated: { type: 'boolean' },
    next: {
      type: 'object',
      description: 'Arguments that read the rest of a cut answer.',
      properties: { run_id: text, offset: count },
      required: ['run_id', 'offset'],
      additionalProperties: false,
    },
  },
  required: [
    'status',
    'answer',
    'steps',
    'usage',
    'tool_calls',
    'iterations',
    'duration_ms',
    'truncated',
  ],
  additionalProperties: false,
};
