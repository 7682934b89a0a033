// The server beside what a user could run instead: start, memory, calls, many clients, and a first start through npx.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundleSdkServer } from './bundle-sdk-server.mjs';
import { benchHttp } from './http-load.mjs';
import { benchNpx } from './npx.mjs';
import { benchCalls, benchStart, ruleCall } from './startup.mjs';
import { startClient } from './stdio-client.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

export async function benchServer(report) {
  const folder = mkdtempSync(join(tmpdir(), 'mini-agent-bench-'));
  const bundle = await bundleSdkServer();
  const ours = {
    argv: [path('../../apps/mcp-server/dist/cli.js')],
    env: { MINI_AGENT_HOME: join(folder, 'home') },
  };
  try {
    const peer = { argv: [path('fastmcp-server.mjs'), await describePeer(ours, folder)] };
    await benchStart(report, {
      'mini-agent-mcp': ours,
      'bare protocol library, bundled': { argv: [bundle.path] },
      'hand-written, no SDK': { argv: [path('minimal-server.mjs')] },
      fastmcp: peer,
    });
    await benchCalls(report, { ours, peer });
    await benchHttp(report, ours);
    await benchNpx(report);
  } finally {
    bundle.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The peer has our tool's definition, and its text is as long as a whole result of ours. */
async function describePeer(ours, folder) {
  const client = startClient(ours.argv, ours.env);
  await client.initialize();
  const { tools } = await client.request('tools/list', {});
  const result = await client.request('tools/call', ruleCall(1));
  await client.close();
  const file = join(folder, 'peer.json');
  const text = 'x'.repeat(JSON.stringify(result).length);
  writeFileSync(file, JSON.stringify({ tool: tools[0], text }));
  return file;
}
