import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readSettings } from '../../src/config/settings.ts';
import type { RunRegistry } from '../../src/runs/registry.ts';
import { createRunRegistry } from '../../src/runs/registry.ts';
import { createRunStore } from '../../src/runs/run-store.ts';
import { createRunAgentTool } from '../../src/server/call-run-agent.ts';
import { startHttp, type HttpParts, type HttpServing } from '../../src/server/http/start-http.ts';
import { fakeRunner } from '../fixtures/fake-runner.ts';
import { temporaryFolder } from '../stdio-harness.ts';

export interface Served extends HttpServing {
  readonly home: string;
  readonly registry: RunRegistry;
  readonly logged: readonly string[];
}

/** The HTTP server in this process, with the scripted agent behind it; closed after the test. */
export async function serve(
  environment: Readonly<Record<string, string>> = {},
  parts: HttpParts = {},
): Promise<Served> {
  const home = environment['MINI_AGENT_HOME'] ?? temporaryFolder();
  const logged: string[] = [];
  const log = (line: string): void => void logged.push(line);
  const source = { environment, workingDirectory: home, packageRoot: home };
  const { settings } = readSettings(source);
  const store = createRunStore({ directory: () => Promise.resolve(join(home, '.runs')), log });
  const registry = createRunRegistry({ runner: fakeRunner, store });
  const serving = await startHttp(
    {
      version: '1.2.3',
      settings,
      environment,
      workingDirectory: home,
      isNested: false,
      port: 0,
      host: '127.0.0.1',
      log,
    },
    {
      createHost: (wrapRegistry) => {
        const tool = createRunAgentTool(wrapRegistry(registry), {
          trace: true,
          waitSeconds: { withToken: 230, withoutToken: 50 },
          agentNames: [],
          isNested: false,
        });
        return {
          load: () => Promise.resolve(tool),
          stopModelRuns: () => undefined,
          flush: () => registry.flush(),
        };
      },
      stopLimits: { modelMs: 0, callsMs: 500, flushMs: 1_000 },
      ...parts,
    },
  );
  onTestFinished(() => serving.close());
  return { ...serving, home, registry, logged };
}

/** How every MCP client asks. */
export const jsonHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

export function post(
  server: { readonly url: string },
  body: unknown,
  init: { readonly headers?: Record<string, string>; readonly signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(server.url, {
    method: 'POST',
    headers: { ...jsonHeaders, ...init.headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(init.signal === undefined ? {} : { signal: init.signal }),
  });
}

export interface Frame {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: { readonly structuredContent?: Readonly<Record<string, unknown>> } & Readonly<
    Record<string, unknown>
  >;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The messages of an event stream, or the one of a JSON answer. */
export async function frames(response: Response): Promise<readonly Frame[]> {
  const text = await response.text();
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    return [JSON.parse(text) as Frame];
  }
  return framesOf(text);
}

export function framesOf(text: string): readonly Frame[] {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as Frame] : []));
}

export function initialize(protocolVersion = '2025-11-25'): object {
  return {
    jsonrpc: '2.0',
    id: 'init',
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  };
}

/** Opens a session and returns the headers that belong to it. */
export async function openSession(
  server: { readonly url: string },
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const response = await post(server, initialize(), { headers });
  await response.text();
  const session = {
    ...headers,
    'mcp-session-id': response.headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': '2025-11-25',
  };
  const ready = await post(
    server,
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { headers: session },
  );
  await ready.text();
  return session;
}

export function toolCall(
  id: string | number,
  args: Readonly<Record<string, unknown>>,
  progressToken?: string | number,
): object {
  const meta = progressToken === undefined ? {} : { _meta: { progressToken } };
  const params = { name: 'run_agent', arguments: args, ...meta };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

export const modernHeaders = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'run_agent',
};

/** The same call as a client of 2026-07-28 sends it. */
export function modernCall(
  id: string | number,
  args: Readonly<Record<string, unknown>>,
  progressToken?: string | number,
): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    ...(progressToken === undefined ? {} : { progressToken }),
  };
  const params = { name: 'run_agent', arguments: args, _meta };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request with headers that `fetch` does not let a test set. The body is sent only when `body` is given. */
export function rawRequest(
  server: { readonly port: number },
  options: {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Ends the request without its body, once the answer is there. */
    readonly withoutBody?: boolean;
  },
): Promise<RawAnswer> {
  const { method = 'POST', path = '/mcp', headers = {}, body, withoutBody = false } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: server.port, method, path, headers, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
          request.destroy();
        });
      },
    );
    request.on('error', reject);
    if (withoutBody) request.flushHeaders();
    else request.end(body);
  });
}
