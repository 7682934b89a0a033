// A first start as a user's client does it: `npx -y mini-agent-mcp` with an empty cache, from a registry on this machine.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { quantile } from '../measure.mjs';
import { drive } from './stdio-client.mjs';

const ROUNDS = 5;
const SECONDS = 1000;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const APP = join(ROOT, 'apps', 'mcp-server');

/** Packages are packed as they would be published, so everything must have been built. */
export async function benchNpx(report) {
  const { startRegistry } = await import(testkit());
  const folder = mkdtempSync(join(tmpdir(), 'mini-agent-bench-npx-'));
  const registry = await startRegistry({
    packages: packAll(folder),
    dependenciesFrom: [join(ROOT, 'packages', 'core-tools')],
  });
  try {
    const cold = [];
    const warm = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const home = join(folder, `home-${round}`);
      mkdirSync(home);
      cold.push(await timeFirstAnswer(registry.url, home));
      warm.push(await timeFirstAnswer(registry.url, home));
      rmSync(home, { recursive: true, force: true });
    }
    const text = (milliseconds) => `${(milliseconds / SECONDS).toFixed(1)} s`;
    const atMost = (what, values) =>
      report.atMost(`npx, ${what}`, quantile(values, 0.5), 5 * SECONDS, text);
    report.table(
      `\`npx -y mini-agent-mcp\` from a registry on this machine, to the answer to \`initialize\`, median of ${ROUNDS}`,
      ['cache', 'time', 'longest'],
      [
        ['empty', atMost('empty cache', cold), text(Math.max(...cold))],
        ['filled', atMost('filled cache', warm), text(Math.max(...warm))],
      ],
    );
  } finally {
    await registry.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function testkit() {
  return pathToFileURL(createRequire(join(APP, 'package.json')).resolve('@mini-agent/testkit'))
    .href;
}

/** Tarballs of the command and of what it depends on. */
function packAll(folder) {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { name, dependencies } = JSON.parse(readFileSync(join(APP, 'package.json'), 'utf8'));
  const ours = Object.keys(dependencies).filter((one) => one.startsWith('@mini-agent/'));
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs);
  const filters = [name, ...ours].map((one) => `--filter=${one}`);
  const pack = ['-r', ...filters, 'pack', '--pack-destination', tarballs];
  execFileSync('npx', ['--yes', packageManager.split('+')[0], ...pack], { cwd: ROOT });
  return readdirSync(tarballs).map((file) => join(tarballs, file));
}

async function timeFirstAnswer(registry, home) {
  const started = performance.now();
  const client = drive(
    spawn('npx', ['-y', 'mini-agent-mcp'], {
      cwd: home,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        PATH: process.env.PATH,
        HOME: home,
        npm_config_registry: registry,
        npm_config_cache: join(home, 'cache'),
        npm_config_update_notifier: 'false',
        MINI_AGENT_HOME: join(home, 'mini-agent'),
      },
    }),
  );
  await client.initialize();
  const milliseconds = performance.now() - started;
  await client.close();
  return milliseconds;
}
