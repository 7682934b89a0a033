import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type Manifest = Record<string, unknown>;

export interface InstalledPackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Reads a package's folder; undefined where there is none. */
export async function readInstalled(folder: string): Promise<InstalledPackage | undefined> {
  try {
    const real = await realpath(folder);
    const text = await readFile(join(real, 'package.json'), 'utf8');
    return { folder: real, manifest: JSON.parse(text) as Manifest };
  } catch {
    return undefined;
  }
}

/** Finds a package as Node does: in the `node_modules` of `from` and of every folder above it. */
export async function findInstalled(
  name: string,
  from: string,
): Promise<InstalledPackage | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = await readInstalled(join(folder, 'node_modules', name));
    if (found !== undefined) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

/** What an installer brings along: dependencies, optional ones, and peers that are not marked optional. */
export function dependencyNames(manifest: Manifest): readonly string[] {
  const optionalPeers = new Set(
    Object.entries(recordOf(manifest['peerDependenciesMeta']))
      .filter(([, meta]) => recordOf(meta)['optional'] === true)
      .map(([name]) => name),
  );
  const peers = Object.keys(recordOf(manifest['peerDependencies']));
  return [
    ...Object.keys(recordOf(manifest['dependencies'])),
    ...Object.keys(recordOf(manifest['optionalDependencies'])),
    ...peers.filter((name) => !optionalPeers.has(name)),
  ];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
