import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/** Makes folders that are removed after the test that asked for them. */
export function temporaryFolders(): () => Promise<string> {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'mini-agent-')));
    folders.push(folder);
    return folder;
  };
}
