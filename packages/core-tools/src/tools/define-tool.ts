import type { Tool, ToolContext, ToolResult, ToolSchema } from '@mini-agent/foundation/tool';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { z } from 'zod';

import { CoreToolError } from '../errors.ts';
import { describeIssue, type DescribedIssue } from './describe-issue.ts';

const TIMEOUT_MS = 5000;

export interface ToolDefinition<Args> {
  readonly name: string;
  readonly title: string;
  /** Written for a model: what the tool does, its rules, one-line examples. */
  readonly description: string;
  /** A strict zod object; parsing a parsed value again must give the same value. */
  readonly schema: z.ZodType<Args>;
  /** False where the same arguments give another answer each time. Default true. */
  readonly idempotent?: boolean;
  /** Longest string argument in UTF-16 units, where it differs from the manager's default. */
  readonly maxInputChars?: number;
  /** Gets checked arguments with defaults filled in. Throws a `CoreToolError` when it fails. */
  readonly run: (args: Args, context: ToolContext) => ToolResult;
}

/**
 * Makes a `Tool` that checks its arguments itself, also when somebody calls `execute` directly: bad arguments reject
 * with a `CoreToolError` `invalid_arguments` that names the field, what was given and what is allowed.
 */
export function defineTool<Args>(definition: ToolDefinition<Args>): Tool<Args> {
  const { name, title, description, schema, idempotent = true, maxInputChars } = definition;
  return {
    name,
    title,
    description,
    inputSchema: describedSchema(schema),
    annotations: {
      readOnly: true,
      idempotent,
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
    },
    policy: {
      timeoutMs: TIMEOUT_MS,
      ...(maxInputChars === undefined ? undefined : { maxInputChars }),
    },
    execute: (args, context = {}) =>
      Promise.resolve().then(() => runChecked(definition, args, context)),
  };
}

function runChecked<Args>(
  definition: ToolDefinition<Args>,
  args: unknown,
  context: ToolContext,
): ToolResult {
  context.signal?.throwIfAborted();
  const parsed = definition.schema.safeParse(args);
  if (!parsed.success) {
    throw argumentError(parsed.error.issues.map((issue) => describeIssue(issue, args)));
  }
  try {
    return definition.run(parsed.data, context);
  } catch (error) {
    if (MiniAgentError.isInstance(error)) throw error;
    throw new CoreToolError('tool_error', `${definition.name} failed on this input`, {
      cause: error,
    });
  }
}

function argumentError(issues: readonly DescribedIssue[]): CoreToolError {
  const shown = issues.slice(0, 3).map(({ path, message }) => {
    const field = path.join('.');
    return field === '' ? message : `${field}: ${message}`;
  });
  return new CoreToolError('invalid_arguments', shown.join('; '));
}

/** zod's own validation and JSON Schema, with issue texts that say what was given and what is allowed. */
function describedSchema<Args>(schema: z.ZodType<Args>): ToolSchema<Args> {
  return {
    '~standard': {
      version: 1,
      vendor: 'zod',
      validate: (value) => {
        const parsed = schema.safeParse(value);
        if (parsed.success) return { value: parsed.data };
        return { issues: parsed.error.issues.map((issue) => describeIssue(issue, value)) };
      },
      jsonSchema: { input: (options) => schema['~standard'].jsonSchema.input(options) },
    },
  };
}
