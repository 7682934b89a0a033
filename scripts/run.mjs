// One command from a fresh clone, with nothing but Node and npm:
//   node scripts/run.mjs start ["<task>"]   set up and answer the task; without one, serve MCP on stdio
//   node scripts/run.mjs test               set up and run every check
// The pnpm that package.json pins comes through npx, so neither corepack nor a global pnpm is needed.
// What is said about the set-up goes to stderr: while serving, stdout carries the protocol and nothing else.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jobs } from './jobs.mjs';
import { withSetupLock } from './setup-lock.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const callersDirectory = process.env.INIT_CWD ?? process.cwd();
process.chdir(root);
process.env.TURBO_TELEMETRY_DISABLED ??= '1';
process.env.COREPACK_ENABLE_DOWNLOAD_PROMPT ??= '0';
// Left by an outer `npx -p node@22 -c …`, these would confuse the npx below.
delete process.env.npm_config_package;
delete process.env.npm_config_call;

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const cache = join('node_modules', '.cache', 'mini-agent');
/** Workspaces with packages that only some jobs need, by what they are for. */
const extras = { bench: 'bench', interop: join('packages', 'interop') };
/** Words of the command line; anything else that stands alone is a task. */
const commands = ['run', 'ask', 'doctor'];
const [name = '', ...rest] = process.argv.slice(2);

requireNode(manifest.engines.node.replace(/[^\d.]/g, ''));
if (name === 'start') await start(rest);
else if (Object.hasOwn(jobs, name)) await runJob(name, rest);
else fail(`Usage: node scripts/run.mjs ${['start', ...Object.keys(jobs)].join(' | ')}`, 2);

async function start(words) {
  await withSetupLock(root, () => {
    install([]);
    buildServer();
  });
  if (words.length === 0) say('Serving MCP on stdio. To ask something: npm start -- "<task>"');
  const [first = '-'] = words;
  const isCommand = first.startsWith('-') || words.length > 1 || commands.includes(first);
  const server = join(root, 'apps', 'mcp-server', 'dist', 'cli.js');
  const child = spawn(process.execPath, [server, ...(isCommand ? words : ['run', ...words])], {
    stdio: 'inherit',
    cwd: callersDirectory,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}

async function runJob(job, words) {
  const steps = jobs[job];
  await withSetupLock(root, () => install(job === 'bench' ? ['bench'] : ['interop']));
  for (const [index, { title, command }] of steps.entries()) {
    say(title);
    const isLast = index === steps.length - 1;
    const started = Date.now();
    const [program, ...given] = command;
    const argv = isLast ? [...given, ...words] : given;
    const [file, args] =
      program === 'node' ? [process.execPath, argv] : pnpm(['exec', program, ...argv]);
    const { status, error } = spawnSync(file, args, { stdio: 'inherit', shell: needsShell(file) });
    if (status !== 0) fail(`${title}: failed${error ? ` (${error.message})` : ''}.`, status || 1);
    if (steps.length > 1)
      say(`${title}: passed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}

/** Installs what is missing: the verifiers of the protocol for the checks alone, what the benches measure against for the benches alone. */
function install(wantedExtras) {
  const base = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()];
  const stampOf = (names) => join(cache, ['installed', ...names].join('-with-'));
  const hashOf = (names) =>
    hash([...base, ...names.map((name) => join(extras[name], 'package.json'))]);
  const isInstalled = read(stampOf(wantedExtras)) === hashOf(wantedExtras);
  if (isInstalled && existsSync(join('node_modules', '.modules.yaml'))) return;
  say(`Installing dependencies with ${manifest.packageManager} …`);
  const left = Object.keys(extras).filter((name) => !wantedExtras.includes(name));
  const selection = left.flatMap((name) => ['--filter', `!@mini-agent/${name}`]);
  quietly(pnpm(['install', '--frozen-lockfile', ...selection]), explainInstall);
  mkdirSync(cache, { recursive: true });
  // What needs no extras is installed as well now.
  for (const names of [[], wantedExtras]) writeFileSync(stampOf(names), hashOf(names));
}

function buildServer() {
  const wanted = hash(sources());
  const stamp = join(cache, 'built-server');
  if (read(stamp) === wanted && existsSync('apps/mcp-server/dist/cli.js')) return;
  say('Building the server …');
  quietly([process.execPath, ['apps/mcp-server/scripts/build.mjs', '--cli']], () => '');
  writeFileSync(stamp, wanted);
}

/** Runs a command without showing its output, unless it fails. */
function quietly([file, args], explain) {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: needsShell(file),
  });
  if (status === 0) return;
  const output = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`;
  process.stderr.write(`${output.trimEnd()}\n`);
  fail(explain(output) || 'Set-up failed; the output above says why.', status || 1);
}

function explainInstall(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|META_FETCH_FAIL/.test(output)) {
    return (
      'The npm registry cannot be reached, so the dependencies cannot be installed. ' +
      'Check the network or proxy, or name a mirror (npm config set registry <url>), then run the command again.'
    );
  }
  if (/OUTDATED_LOCKFILE/.test(output)) {
    return 'pnpm-lock.yaml does not fit a package.json. Run: npx --yes pnpm install, and commit the lockfile.';
  }
  return '';
}

/** Turns pnpm arguments into a command: the one package.json pins, through npx. */
function pnpm(args) {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  return [npx, ['--yes', manifest.packageManager.split('+')[0], ...args]];
}

function needsShell(file) {
  return file.endsWith('.cmd');
}

function manifests() {
  return ['packages', 'apps', 'examples']
    .flatMap((group) =>
      existsSync(group) ? readdirSync(group).map((entry) => join(group, entry)) : [],
    )
    .map((folder) => join(folder, 'package.json'))
    .filter((path) => existsSync(path));
}

/** Every file that goes into the server. Size and time of change are enough to see an edit, and cost no reading. */
function sources() {
  const folders = manifests().map((path) => join(path, '..', 'src'));
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((entry) => join(folder, entry)),
    );
  const scripts = ['build.mjs', 'bundle-options.mjs'].map((name) =>
    join('apps', 'mcp-server', 'scripts', name),
  );
  return ['pnpm-lock.yaml', ...scripts, ...manifests(), ...files];
}

function hash(paths) {
  const sum = createHash('sha256').update(process.version);
  for (const path of paths.sort()) {
    const { size, mtimeMs } = statSync(path);
    sum.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return sum.digest('hex');
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function requireNode(wanted) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  fail(
    `mini-agent needs Node ${wanted} or newer, this is ${process.version}. ` +
      'Install a newer one from https://nodejs.org or with your version manager, then run the command again.',
    1,
  );
}

function say(text) {
  process.stderr.write(`mini-agent: ${text}\n`);
}

function fail(text, code) {
  say(text);
  process.exit(code);
}
