import type { JsonSchema } from '@mini-agent/foundation/tool';
import { outputSchema } from './output-schema.ts';

/** Longest task, in UTF-16 units. */
export const longestTask = 200_000;

/** Most model calls that a caller may ask for. */
export const mostTurns = 50;

/** The name of the one public tool. */
export const publicToolName = 'run_agent';

export type InputField =
  'task' | 'mode' | 'run_id' | 'cancel' | 'wait_seconds' | 'max_turns' | 'agent' | 'offset';

/** The fields of the one public tool, in the order in which they are listed to a client. */
export const inputFields: Readonly<Record<InputField, JsonSchema>> = {
  task: {
    type: 'string',
    minLength: 1,
    maxLength: longestTask,
    description: 'What to do, self-contained, any language. Required unless run_id is given.',
  },
  mode: {
    type: 'string',
    enum: ['auto', 'rule'],
    default: 'auto',
    description: 'auto: best model available. rule: no model, only simple requests.',
  },
  run_id: {
    type: 'string',
    description:
      'Handle from an earlier result. Alone: wait on. With task: continue that conversation. With cancel: stop it.',
  },
  cancel: { type: 'boolean', description: 'true stops the run named by run_id.' },
  wait_seconds: {
    type: 'number',
    minimum: 0,
    description:
      'How long this call may wait before it returns status running and a run_id; 0: at once.',
  },
  max_turns: {
    type: 'integer',
    minimum: 1,
    maximum: mostTurns,
    description: 'Most model calls of this run.',
  },
  agent: { type: 'string', description: 'Name of a configured agent definition.' },
  offset: {
    type: 'integer',
    minimum: 0,
    description: 'With run_id: read a long answer from this position on.',
  },
};

/** The definition as `tools/list` sends it. */
export interface PublicTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: Readonly<Record<string, boolean | string>>;
}

/** Everything a client can see. Internal tools are not in it, and no code path adds to it. */
export const publicTool: PublicTool = {
  name: publicToolName,
  title: 'Run an agent',
  description: [
    'Hands a whole task to a sub-agent that plans, calls its own tools and returns one answer with its steps.',
    'Use it for multi-step work: exact arithmetic, unit and date conversion, random values and text statistics; with a model also web research with sources, memory across calls and workflows of dependent steps.',
    'Do not use it for what you can answer yourself in one step. It cannot see this conversation or your files: put all it needs into task.',
    'A long run comes back as status "running" with a run_id; call again with only that run_id to wait on.',
    'status "failed" says why and what to do. It may read the web and write its own memory.',
  ].join(' '),
  inputSchema: { type: 'object', properties: inputFields, additionalProperties: false },
  outputSchema,
  annotations: {
    title: 'Run an agent',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
};
