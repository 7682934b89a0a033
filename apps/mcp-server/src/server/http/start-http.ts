import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/server';
import { systemClock, type Clock } from '@mini-agent/foundation/time';
import type { Settings } from '../../config/settings.ts';
import type { Environment } from '../../config/variables.ts';
import { AppError } from '../../errors.ts';
import type { RunRegistry } from '../../runs/registry.ts';
import { createLazyTool, type ToolHost } from '../lazy-tool.ts';
import { createSession, type ClientSession, type SessionOptions } from '../session.ts';
import { publicTool } from '../tool-definition.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { bindProblem } from './auth/bind.ts';
import { createCallerLimits } from './caller-limits.ts';
import { defaultConnectionLimits, type ConnectionLimits } from './connection-limits.ts';
import { createGuard } from './host-guard.ts';
import { createHttpServer } from './http-server.ts';
import { createLegacyEndpoint } from './legacy-endpoint.ts';
import {
  createLegacySessions,
  type LegacySessions,
  type LegacySessionsOptions,
} from './legacy-sessions.ts';
import { createMcpEndpoint, type McpEndpoint } from './mcp-endpoint.ts';
import { createModernEndpoint, type ModernEndpoint } from './modern-endpoint.ts';
import { createOpenCalls } from './open-calls.ts';
import { createRunWatch } from './run-watch.ts';
import { createServerMetrics, type ServerMetrics } from './server-metrics.ts';
import { explainLostRuns } from './session-bound-runs.ts';
import { defaultStopLimits, stopWork, type StopLimits } from './stop-in-order.ts';

export interface StartHttpOptions {
  readonly version: string;
  readonly settings: Settings;
  readonly environment: Environment;
  readonly workingDirectory: string;
  readonly isNested: boolean;
  /** 0 = any that is free. */
  readonly port: number;
  readonly host: string;
  readonly log: (line: string) => void;
  /** Called with each server instance, to add what only a test's server has. */
  readonly extend?: NonNullable<SessionOptions['extend']>;
}

/** What tests and servers around this one replace. */
export interface HttpParts {
  readonly createHost?: (wrapRegistry: (registry: RunRegistry) => RunRegistry) => ToolHost;
  readonly sessions?: Pick<LegacySessionsOptions, 'most' | 'idleMs' | 'listeningMs' | 'now'>;
  /** Between two comments on a silent stream, in milliseconds. */
  readonly keepAliveMs?: number;
  readonly stopLimits?: StopLimits;
  readonly connections?: Partial<ConnectionLimits>;
  readonly clock?: Clock;
}

export interface HttpServing {
  readonly port: number;
  readonly url: string;
  /** Stops in order; resolves within 10 s. */
  readonly close: () => Promise<void>;
}

/** Proxies and clients give up on a stream that is silent for 15 s and more; a timer may be late. */
const defaultKeepAliveMs = 10_000;

const sweepMs = 30_000;

/** Listens, and serves what comes. Rejects with an AppError that says what to set. */
export async function startHttp(
  options: StartHttpOptions,
  parts: HttpParts = {},
): Promise<HttpServing> {
  const { settings, host } = options;
  const problem = bindProblem(settings.http, host);
  if (problem !== undefined) throw new AppError('invalid_arguments', problem);
  const core = createCore(options, parts);
  const port = await listen(core.server, options);
  core.listensAt(port);
  let closing: Promise<void> | undefined;
  return {
    port,
    url: `http://${urlHost(host)}:${port}/mcp`,
    close: () => (closing ??= core.close()),
  };
}

interface Core {
  readonly server: Server;
  readonly listensAt: (port: number) => void;
  readonly close: () => Promise<void>;
}

function createCore(options: StartHttpOptions, parts: HttpParts): Core {
  const state = { isStopping: false, port: options.port };
  const calls = createOpenCalls();
  const runs = createRunWatch({
    runOver: (report) => {
      metrics.runOver(report);
    },
    toolOver: (tool, isOk) => {
      metrics.toolOver(tool, isOk);
    },
  });
  const wrapRegistry = (registry: RunRegistry): RunRegistry => explainLostRuns(runs.wrap(registry));
  const host = parts.createHost?.(wrapRegistry) ?? createLazyTool({ ...options, wrapRegistry });
  const { sessions, modern } = createEras(options, parts, host);
  const metrics = createServerMetrics({
    version: options.version,
    runsActive: () => runs.active().length,
    callsOpen: calls.count,
    sessions: sessions.count,
  });
  const server = createServer(options, {
    state,
    metrics,
    connections: { ...defaultConnectionLimits, ...parts.connections },
    mcp: createMcpEndpoint({
      legacy: createLegacyEndpoint(sessions),
      modern,
      limits: createCallerLimits(options.settings.http),
      calls,
      onCall: metrics.callOpened,
      isStopping: () => state.isStopping,
    }),
  });
  const sweeper = setInterval(() => {
    sessions.sweep();
  }, sweepMs).unref();
  return {
    server,
    listensAt: (port) => {
      state.port = port;
    },
    close: async () => {
      state.isStopping = true;
      clearInterval(sweeper);
      await stopWork({
        runs,
        whenNoCalls: calls.whenNone,
        flush: host.flush,
        clock: parts.clock ?? systemClock,
        limits: parts.stopLimits ?? defaultStopLimits,
      });
      await Promise.all([sessions.close(), modern.close()]);
      await end(server);
    },
  };
}

/** A server instance per session for older clients, per request for those of 2026-07-28. */
function createEras(
  options: StartHttpOptions,
  { sessions, keepAliveMs = defaultKeepAliveMs }: HttpParts,
  host: ToolHost,
): { readonly sessions: LegacySessions; readonly modern: ModernEndpoint } {
  const { version, extend } = options;
  const createInstance =
    (era: SessionOptions['era']) =>
    (caller: string): McpServer =>
      createSession({
        version,
        era,
        tool: publicTool,
        caller,
        // Roots are folders of the client's machine, not of this one.
        loadTool: () => host.load(withoutRoots),
        onModelCall: () => undefined,
        ...(extend === undefined ? {} : { extend }),
      });
  return {
    sessions: createLegacySessions({
      ...sessions,
      createServer: createInstance('legacy'),
      keepAliveMs,
    }),
    modern: createModernEndpoint({ createServer: createInstance('modern'), keepAliveMs }),
  };
}

interface ServerParts {
  readonly state: { readonly isStopping: boolean; readonly port: number };
  readonly mcp: McpEndpoint;
  readonly metrics: ServerMetrics;
  readonly connections: ConnectionLimits;
}

function createServer(options: StartHttpOptions, parts: ServerParts): Server {
  const { version, settings, log } = options;
  const { state, mcp, metrics, connections } = parts;
  return createHttpServer({
    version,
    guard: createGuard(settings.http),
    authenticator: createAuthenticator(settings.http, {
      log,
      resource: () => `http://${urlHost(options.host)}:${state.port}/mcp`,
    }),
    mcp,
    metrics,
    showMetrics: settings.http.metrics,
    isStopping: () => state.isStopping,
    connections,
    log,
  });
}

const withoutRoots: ClientSession = { hasRoots: false, listRoots: () => Promise.resolve([]) };

function listen(server: Server, { port, host, log }: StartHttpOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new AppError('invalid_arguments', listenProblem(error, port, host)));
    });
    server.listen({ port, host }, () => {
      server.removeAllListeners('error');
      server.on('error', (error) => {
        log(`The HTTP server complains: ${error.message}`);
      });
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function listenProblem(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use; choose another one with --port, or end what listens there.`;
    case 'EACCES':
      return `Port ${port} needs more rights than this process has; choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine; choose another one with --host.`;
    default:
      return `Port ${port} of ${host} cannot be listened on: ${error.code ?? error.message}.`;
  }
}

/**
 * Streams have had their last answer; a connection that is still open has nothing more to wait for. Requests that were on their way
 * when the stop began are read first: closed unread, they would end as a reset connection instead of a 503.
 */
async function end(server: Server): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, arrivingMs));
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
    }, lingerMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

const arrivingMs = 100;
const lingerMs = 200;

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
