import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import type { ClientRequest } from '../../runs/client-broker.ts';
import type { DetailedRunTask, RunTasks, TaskCaller } from './run-tasks.ts';

/** The extension by which a server answers a long call with a task (2026-07-28, SEP-2663). */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** Whether a client takes tasks; it says so with each request. */
export function takesTasks(capabilities: ClientCapabilities | undefined): boolean {
  const value: unknown = capabilities?.extensions?.[tasksExtension];
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The answer of a `tools/call` that goes on as a task. */
export function createTaskResult(task: DetailedRunTask): ProtocolResult {
  return { ...basics(task), status: task.status, resultType: 'task' };
}

export interface TaskHandlers {
  readonly capabilities: (context: ServerContext) => ClientCapabilities | undefined;
  readonly caller: (context: ServerContext) => TaskCaller;
  readonly load: (context: ServerContext) => Promise<RunTasks>;
  readonly inputRequest: (request: ClientRequest) => object;
}

type ProtocolResult = Record<string, unknown>;

/** Declares the extension and answers `tasks/get`, `tasks/update` and `tasks/cancel`. Only for sessions of 2026-07-28. */
export function registerTasks(server: McpServer['server'], handlers: TaskHandlers): void {
  server.registerCapabilities({ extensions: { [tasksExtension]: {} } });
  const handle = (method: string, answer: TaskAnswer): void => {
    server.setRequestHandler(method, { params: taskParams }, async (params, context) => {
      if (!takesTasks(handlers.capabilities(context))) throw missingCapability(method);
      try {
        const tasks = await handlers.load(context);
        const { inputResponses = {} } = context.mcpReq;
        return await answer(tasks, { ...params, inputResponses }, handlers.caller(context));
      } catch (error) {
        throw isNotFound(error)
          ? new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
          : error;
      }
    });
  };
  handle('tasks/get', async (tasks, { taskId }, caller) =>
    detailed(await tasks.get(taskId, caller), handlers),
  );
  handle('tasks/update', async (tasks, { taskId, inputResponses }, caller) => {
    await tasks.update(taskId, inputResponses, caller);
    return {};
  });
  handle('tasks/cancel', async (tasks, { taskId }, caller) => {
    await tasks.cancel(taskId, caller);
    return {};
  });
}

type TaskAnswer = (
  tasks: RunTasks,
  params: TaskParams,
  caller: TaskCaller,
) => Promise<ProtocolResult>;

interface TaskParams {
  readonly taskId: string;
  /** Taken out of the params by the protocol library, which drops entries that are no answers. */
  readonly inputResponses: Readonly<Record<string, unknown>>;
}

const taskParams: StandardSchemaV1<unknown, Pick<TaskParams, 'taskId'>> = {
  '~standard': {
    version: 1,
    vendor: 'mini-agent',
    validate: (value: unknown) => {
      const { taskId } = value as Readonly<Record<string, unknown>>;
      return typeof taskId === 'string'
        ? { value: { taskId } }
        : { issues: [{ message: 'taskId must be a string' }] };
    },
  },
};

function basics({
  taskId,
  statusMessage,
  createdAt,
  lastUpdatedAt,
  ttlMs,
  pollIntervalMs,
}: DetailedRunTask): ProtocolResult {
  const message = statusMessage === undefined ? {} : { statusMessage };
  return { taskId, ...message, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
}

function detailed(task: DetailedRunTask, { inputRequest }: TaskHandlers): ProtocolResult {
  const common = { ...basics(task), status: task.status };
  switch (task.status) {
    case 'completed':
      return { ...common, result: { ...task.result, resultType: 'complete' } };
    case 'failed':
      return { ...common, error: task.error };
    case 'input_required': {
      const requests = Object.entries(task.requests);
      const inputRequests = Object.fromEntries(
        requests.map(([key, request]) => [key, inputRequest(request)]),
      );
      return { ...common, inputRequests };
    }
    default:
      return common;
  }
}

function missingCapability(method: string): ProtocolError {
  const requiredCapabilities = { extensions: { [tasksExtension]: {} } };
  return new MissingRequiredClientCapabilityError(
    { requiredCapabilities },
    `${method} needs a client that declares the extension ${tasksExtension} in this request.`,
  );
}

function isNotFound(error: unknown): error is Error {
  return error instanceof Error && (error as { readonly code?: unknown }).code === 'not_found';
}
