import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The first `.env` that exists: in the working directory, in the package's own folder (in a clone: the repository root),
 * or in that folder's parent, unless that is `node_modules`, where it would belong to somebody else. One that is there and cannot be
 * read counts too: passing over it would use the settings of another one unasked.
 */
export function findEnvFile(workingDirectory: string, packageRoot: string): string | undefined {
  const parent = dirname(packageRoot);
  const folders = [workingDirectory, packageRoot];
  if (basename(parent) !== 'node_modules') folders.push(parent);
  return folders.map((folder) => join(folder, '.env')).find(isThere);
}

/** Also a link that leads nowhere. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** The installed package's folder, or the repository root where the package lies in a clone. */
export function findPackageRoot(start: string): string {
  let folder = start;
  while (!isPackageFolder(folder)) {
    const parent = dirname(folder);
    if (parent === folder) return start;
    folder = parent;
  }
  const repository = join(folder, '..', '..');
  return existsSync(join(repository, 'pnpm-workspace.yaml')) ? repository : folder;
}

function isPackageFolder(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return (manifest as { name?: unknown } | null)?.name === 'mini-agent-mcp';
  } catch {
    return false;
  }
}
