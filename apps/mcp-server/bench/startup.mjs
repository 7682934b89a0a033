// From spawn to the answer to `initialize`, ours beside a hand-written server, and a warm rule-mode call. Build first:
//   npm run build && node apps/mcp-server/bench/startup.mjs
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startClient } from './stdio-client.mjs';

const rounds = 21;
const calls = 2_000;
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'mini-agent-bench-'));
const servers = {
  'hand-written, no SDK': [path('minimal-server.mjs')],
  'mini-agent-mcp': [path('../dist/cli.js')],
};

const times = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, argv] of Object.entries(servers)) {
    const started = performance.now();
    const client = startClient(argv, { MINI_AGENT_HOME: home });
    await client.initialize();
    if (round > 0) times[name].push(performance.now() - started);
    await client.close();
  }
}
for (const [name, values] of Object.entries(times)) {
  console.log(
    `${name.padEnd(22)} spawn to initialize: median ${quantile(values, 0.5)} ms, p90 ${quantile(values, 0.9)} ms`,
  );
}
const [yardstick, ours] = Object.values(times).map((values) => Number(quantile(values, 0.5)));
console.log(`ratio ${(ours / yardstick).toFixed(2)}`);

const client = startClient(servers['mini-agent-mcp'], { MINI_AGENT_HOME: home });
await client.initialize();
const durations = [];
for (let call = 0; call < calls; call += 1) {
  const started = performance.now();
  const task = `what is ${call} * 7 + 1`;
  const result = await client.request('tools/call', {
    name: 'run_agent',
    arguments: { task, mode: 'rule' },
  });
  durations.push(performance.now() - started);
  if (!result.structuredContent.answer.includes(String(call * 7 + 1)))
    throw new Error(`wrong answer to ${task}`);
}
const warm = durations.slice(calls / 4);
console.log(
  `rule-mode call over stdio, warm: p50 ${quantile(warm, 0.5)} ms, p99 ${quantile(warm, 0.99)} ms`,
);
await client.close();
rmSync(home, { recursive: true, force: true });

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2);
}
