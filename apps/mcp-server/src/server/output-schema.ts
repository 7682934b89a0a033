import type { JsonSchema } from '@mini-agent/foundation/tool';

const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
const amount = (description: string): JsonSchema => ({ type: 'number', minimum: 0, description });
const text = (description: string): JsonSchema => ({ type: 'string', description });
const flag = (description: string): JsonSchema => ({ type: 'boolean', description });

const step = {
  type: 'object',
  properties: {
    index: { type: 'integer', minimum: 1, description: 'Number of the step, from 1.' },
    thought: text('Why, in the words of the model; may be empty.'),
    action: text('The internal tool that was called.'),
    input: { type: 'object', description: 'Its arguments.' },
    observation: text('What it answered, cut at 2,000 characters.'),
    finalAnswer: text('The answer, in the last step.'),
    durationMs: amount('Milliseconds that the step took.'),
    error: text('Code of the error of a failed step.'),
  },
  required: ['index', 'thought', 'durationMs'],
  additionalProperties: false,
} as const;

const usage = {
  type: 'object',
  description: 'What the run used, with its nested runs.',
  properties: {
    inputTokens: count('Tokens that were sent to models.'),
    outputTokens: count('Tokens that models wrote.'),
    totalTokens: count('Both together.'),
    estimated: flag('true where a model did not tell and tokens were counted here.'),
    costUsd: amount('US dollars, where prices are configured.'),
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
      description: 'running and needs_input: call again with run_id. failed: answer says why.',
      enum: ['completed', 'running', 'needs_input', 'budget_exceeded', 'cancelled', 'failed'],
    },
    outcome: {
      type: 'string',
      description: 'How the run ended; absent while it goes on.',
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
    run_id: text('Handle to wait on, continue or stop the run.'),
    answer: {
      ...text('The final answer, or what is known so far, or why it failed.'),
      minLength: 1,
    },
    mode: {
      type: 'string',
      enum: ['sampling', 'http', 'rule'],
      description: "Who answered: the client's model, an endpoint, or rules without a model.",
    },
    provider: text('Name of the endpoint; client for sampling.'),
    model: text('Name of the model that answered.'),
    steps: { type: 'array', items: step, description: 'What the agent did, in order.' },
    usage,
    tool_calls: {
      type: 'array',
      description: 'The calls of internal tools, in order.',
      items: {
        type: 'object',
        properties: {
          tool: text('Name of the internal tool.'),
          input: { type: 'object', description: 'Its arguments.' },
          output: text('What it answered, cut like an observation.'),
        },
        required: ['tool', 'input', 'output'],
        additionalProperties: false,
      },
    },
    iterations: count('Number of model calls.'),
    duration_ms: amount('Milliseconds from the start of the run.'),
    error_code: text('Stable code of what went wrong.'),
    truncated: flag('true where answer was cut; next reads on.'),
    next: {
      type: 'object',
      description: 'Arguments that read the rest of a cut answer.',
      properties: { run_id: text('The same run.'), offset: count('Where the rest begins.') },
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
