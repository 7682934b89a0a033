// Clients that probe a server start it twice at once; only one of them may install and build.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `work` while no other process of this clone does; the file names its holder, so that a killed one blocks nobody. */
export async function withSetupLock(root, work) {
  const path = join(
    tmpdir(),
    `mini-agent-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`,
  );
  while (!take(path)) {
    if (!isAlive(holder(path))) rmSync(path, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take(path) {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function holder(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || process.pid;
  } catch {
    return process.pid;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
