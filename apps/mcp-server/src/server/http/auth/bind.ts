import type { HttpSettings } from '../../../config/settings.ts';
import { isLoopback } from './loopback.ts';

/**
 * Why the server refuses to listen on `host`, with what to set; undefined where it may. Outside loopback anybody who reaches
 * the port could run the agent, and any web page that a user opens could (DNS rebinding): both guards must be set.
 */
export function bindProblem(settings: HttpSettings, host: string): string | undefined {
  if (settings.problems !== undefined && settings.problems.length > 0) {
    return `The HTTP server does not start with wrong settings: ${settings.problems.join(' ')}`;
  }
  if (isLoopback(host)) return undefined;
  const missing: string[] = [];
  if (settings.token === undefined && settings.issuer === undefined) {
    missing.push(
      'who may call: MINI_AGENT_HTTP_TOKEN (a token made with: openssl rand -hex 32) or MINI_AGENT_HTTP_ISSUER (OAuth)',
    );
  }
  if (!settings.allowedHosts.some((entry) => entry !== '*')) {
    missing.push(
      'under which names clients reach it: MCP_ALLOWED_HOSTS (such as mcp.example.com; * does not count)',
    );
  }
  if (missing.length === 0) return undefined;
  const address = host === '' ? 'every address' : `"${host.slice(0, 100)}"`;
  return `Listening on ${address} opens the server to other machines, so set ${missing.join(', and ')}; or listen on 127.0.0.1.`;
}
