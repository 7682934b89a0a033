import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { ToolContext } from '@mini-agent/foundation/tool';
import type { z } from 'zod';

import { CoreToolError } from '../errors.ts';
import type { CoreTool, CoreToolResult, CoreToolSchema } from './core-tool.ts';
import { describeIssue, type DescribedIssue, type DescribedTool } from './describe-issue.ts';
import { portableSchema } from './portable-schema.ts';
import { throwIfAborted } from './throw-if-aborted.ts';

const TIMEOUT_MS = 5000;

/** More problems at once help nobody, and a list can have thousands. */
const MAX_ISSUES = 20;

/** What is left of a schema reads the same in every dialect. */
const DIALECT = { target: 'draft-2020-12' } as const;

/** Gets checked arguments with defaults filled in. Throws a `CoreToolError` when it fails. */
export type RunTool<Args> = (args: Args, context: ToolContext) => CoreToolResult;

type Checked<Args> =
  | { readonly value: Args; readonly issues?: undefined }
  | { readonly issues: readonly DescribedIssue[] };

export interface ToolDefinition<Args> {
  readonly name: string;
  readonly title: string;
  /** Written for a model: what the tool does, its rules, one-line examples. */
  readonly description: string;
  /** Makes the strict zod object, on first use. Parsing a parsed value again must give the same value. */
  readonly schema: () => z.ZodType<Args>;
  /** False where the same arguments give another answer each time. Default true. */
  readonly idempotent?: boolean;
  /** Longest string argument in UTF-16 units, where it differs from the manager's default. */
  readonly maxInputChars?: number;
  /** Loads the code behind the tool, on the first call that has good arguments. */
  readonly load: () => Promise<RunTool<Args>>;
}

/**
 * Makes a `Tool` that checks its arguments itself, also when somebody calls `execute` directly: bad arguments reject
 * with a `CoreToolError` `invalid_arguments` that names the field, what was given and what is allowed. Defining it
 * builds no schema and loads no implementation.
 */
export function defineTool<Args>(definition: ToolDefinition<Args>): CoreTool<Args> {
  const { name, title, description, idempotent = true, maxInputChars } = definition;
  let built: z.ZodType<Args> | undefined;
  const schema = (): z.ZodType<Args> => (built ??= definition.schema());
  const described = { name, fields: () => fieldsOf(schema()) };
  let loaded: RunTool<Args> | undefined;
  return {
    name,
    title,
    description,
    inputSchema: describedSchema(schema, described),
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
    execute: async (given: unknown, context = {}) => {
      throwIfAborted(context);
      const checked = check(schema(), given, described);
      if (checked.issues !== undefined) throw argumentError(checked.issues);
      if (loaded === undefined) {
        loaded = await loadCode(definition);
        throwIfAborted(context);
      }
      try {
        return loaded(checked.value, context);
      } catch (error) {
        if (MiniAgentError.isInstance(error)) throw error;
        throw new CoreToolError('tool_error', `${name} failed on this input`, { cause: error });
      }
    },
  };
}

/** Issues say what was given and what is allowed. */
function check<Args>(schema: z.ZodType<Args>, given: unknown, tool: DescribedTool): Checked<Args> {
  try {
    const parsed = schema.safeParse(given);
    if (parsed.success) return { value: parsed.data };
    const issues = parsed.error.issues.slice(0, MAX_ISSUES);
    return { issues: issues.map((issue) => describeIssue(issue, given, tool)) };
  } catch {
    // A getter or a proxy that throws.
    return { issues: [{ path: [], message: 'the arguments must be a plain JSON object' }] };
  }
}

/** The names of the arguments. */
function fieldsOf(schema: z.ZodType): readonly string[] {
  const { properties } = schema['~standard'].jsonSchema.input(DIALECT);
  return Object.keys(Object(properties) as object);
}

async function loadCode<Args>({ name, load }: ToolDefinition<Args>): Promise<RunTool<Args>> {
  try {
    return await load();
  } catch (error) {
    const message = `the code of ${name} could not be loaded; install @mini-agent/core-tools again`;
    throw new CoreToolError('tool_error', message, { cause: error });
  }
}

function argumentError(issues: readonly DescribedIssue[]): CoreToolError {
  const shown = issues.slice(0, 3).map(({ path, message }) => {
    const field = path.join('.');
    return field === '' ? message : `${field}: ${message}`;
  });
  return new CoreToolError('invalid_arguments', shown.join('; '));
}

/** The two standards by way of zod. */
function describedSchema<Args>(
  schema: () => z.ZodType<Args>,
  tool: DescribedTool,
): CoreToolSchema<Args> {
  return {
    '~standard': {
      version: 1,
      // Not "zod": libraries that know zod would look inside for more than the two standards.
      vendor: 'mini-agent',
      validate: (value) => check(schema(), value, tool),
      jsonSchema: {
        input: () => portableSchema(schema()['~standard'].jsonSchema.input(DIALECT)),
        output: () => portableSchema(schema()['~standard'].jsonSchema.output(DIALECT)),
      },
    },
  };
}
