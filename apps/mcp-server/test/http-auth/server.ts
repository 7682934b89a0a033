import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../src/config/settings.ts';
import { startHttp, type HttpServing } from '../../src/server/http/start-http.ts';

export interface TestServer extends HttpServing {
  readonly logged: readonly string[];
  /** Posts a JSON-RPC request of revision 2026-07-28. */
  readonly post: (request: ModernRequest) => Promise<Response>;
}

export interface ModernRequest {
  readonly method: string;
  readonly params?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly query?: string;
  readonly signal?: AbortSignal;
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};

/** The shipped HTTP server with settings as the environment gives them. */
export async function startTestServer(environment: Record<string, string>): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mini-agent-http-'));
  const all = { MINI_AGENT_HOME: folder, ANYSEARCH_ENABLED: 'off', ...environment };
  const { settings, problems } = readSettings({
    environment: all,
    workingDirectory: folder,
    packageRoot: join(folder, 'package'),
  });
  const logged = [...problems];
  const serving = await startHttp({
    version: '0.0.0',
    settings,
    environment: all,
    workingDirectory: folder,
    isNested: false,
    port: 0,
    host: '127.0.0.1',
    log: (line) => logged.push(line),
  });
  return {
    ...serving,
    logged,
    post: ({ method, params = {}, headers = {}, query = '', signal }) =>
      fetch(`${serving.url}${query}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
          ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
        ...(signal === undefined ? {} : { signal }),
      }),
    close: async () => {
      await serving.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A call of the public tool in rule mode, with the header that lets it in. */
export function ruleCall(authorization: string, task = '1 + 1'): ModernRequest {
  return {
    method: 'tools/call',
    params: { name: 'run_agent', arguments: { task, mode: 'rule' } },
    headers: { authorization },
  };
}
