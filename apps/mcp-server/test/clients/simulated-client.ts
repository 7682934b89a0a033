import type { ClientHabits } from './client-table.ts';
import type { Fields, Frame, Wire } from './wire.ts';

export interface Structured {
  readonly status: string;
  readonly run_id: string;
  readonly answer: string;
  readonly next?: { readonly run_id: string; readonly offset: number };
}

/** One request of a client, as it went. */
export interface Exchange {
  readonly id: number | string;
  readonly method: string;
  readonly token: number | string | undefined;
  readonly sentAt: number;
  /** When the client stopped waiting: at the answer, or at its limit. */
  readonly endedAt?: number;
  readonly gaveUp?: boolean;
}

export interface SimulatedClient {
  /** Has a task done as the client's model would: by calling again with the handle for as long as it is told to. */
  readonly doTask: (task: string) => Promise<string>;
  readonly exchanges: readonly Exchange[];
}

type Open = { -readonly [Key in keyof Exchange]: Exchange[Key] } & {
  answer?: (frame: Frame) => void;
  heard?: () => void;
};

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'simulated', version: '1' },
};

export async function simulateClient(wire: Wire, habits: ClientHabits): Promise<SimulatedClient> {
  const isModern = habits.revision === '2026-07-28';
  const exchanges: Open[] = [];
  wire.listen((frame) => {
    const open = exchanges.filter(({ endedAt }) => endedAt === undefined);
    if (frame.method === 'notifications/progress') {
      open.find(({ token }) => token === frame.params?.['progressToken'])?.heard?.();
    } else open.find(({ id }) => id === frame.id)?.answer?.(frame);
  });
  const nextId = idsFrom(habits.firstId ?? 1);
  const request = (method: string, params: Fields): Promise<Fields> => {
    const id = nextId();
    const token = method === 'tools/call' ? tokenFor(habits, id) : undefined;
    const capabilities = habits.tasks === true ? tasksCapability : {};
    const _meta = {
      ...(isModern && { ...envelope, 'io.modelcontextprotocol/clientCapabilities': capabilities }),
      ...(token !== undefined && { progressToken: token }),
    };
    const exchange: Open = { id, method, token, sentAt: Date.now() };
    exchanges.push(exchange);
    const answer = waitFor(exchange, habits, () => {
      const cancelled = { requestId: id, reason: 'timeout' };
      wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: cancelled });
    });
    wire.send({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
    return answer;
  };
  if (!isModern) {
    const clientInfo = { name: 'simulated', version: '1' };
    const { revision } = habits;
    await request('initialize', { protocolVersion: revision, capabilities: {}, clientInfo });
    wire.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }
  const call = async (args: Fields): Promise<Structured> => {
    const result = await request('tools/call', { name: 'run_agent', arguments: args });
    const final = result['resultType'] === 'task' ? await followTask(result, request) : result;
    return final['structuredContent'] as Structured;
  };
  return { exchanges, doTask: (task) => doTask(task, call) };
}

async function doTask(task: string, call: (args: Fields) => Promise<Structured>): Promise<string> {
  let result = await call({ task });
  while (result.status === 'running') result = await call({ run_id: result.run_id });
  let { answer } = result;
  while (result.next !== undefined) {
    result = await call({ ...result.next });
    answer += result.answer;
  }
  return answer;
}

const tasksCapability = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

async function followTask(
  created: Fields,
  request: (method: string, params: Fields) => Promise<Fields>,
): Promise<Fields> {
  const { taskId, pollIntervalMs } = created as { taskId: string; pollIntervalMs: number };
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    const task = await request('tasks/get', { taskId });
    if (task['status'] !== 'working') return task['result'] as Fields;
  }
}

function idsFrom(first: number | string): () => number | string {
  let count = -1;
  return () => {
    count += 1;
    return typeof first === 'number' ? first + count : `${first}${count}`;
  };
}

function tokenFor({ token }: ClientHabits, id: number | string): number | string | undefined {
  if (token === 'none') return undefined;
  return token === 'number' && typeof id === 'number' ? id : `token-${id}`;
}

function waitFor(exchange: Open, habits: ClientHabits, cancel: () => void): Promise<Fields> {
  const { limitMs, idleMs, progressResets = false } = habits;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      end();
      exchange.gaveUp = true;
      cancel();
      reject(new Error(`gave up ${exchange.method} ${exchange.id}`));
    };
    const after = (ms: number | undefined): NodeJS.Timeout | undefined =>
      ms === undefined || ms > 2_147_483_647 ? undefined : setTimeout(giveUp, ms);
    let limit = after(limitMs);
    let idle = after(idleMs);
    const end = (): void => {
      exchange.endedAt = Date.now();
      clearTimeout(limit);
      clearTimeout(idle);
    };
    exchange.heard = () => {
      clearTimeout(idle);
      idle = after(idleMs);
      if (!progressResets) return;
      clearTimeout(limit);
      limit = after(limitMs);
    };
    exchange.answer = (frame) => {
      end();
      if (frame.result === undefined) reject(new Error(JSON.stringify(frame.error)));
      else resolve(frame.result);
    };
  });
}
