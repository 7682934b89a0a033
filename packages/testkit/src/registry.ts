import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { deliver } from './delivery.ts';
import { dependencyNames, findInstalled, readInstalled } from './installed-package.ts';
import type { Manifest } from './installed-package.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { manifestOf, packFolder } from './tarball.ts';

export interface RegistryOptions {
  /** Tarballs (`.tgz`) and package folders; folders are packed as they are, without nested `node_modules`. */
  readonly packages: readonly string[];
  /** Folders whose installed packages serve what the given packages depend on, and what those depend on in turn. */
  readonly dependenciesFrom?: readonly string[];
}

/** A static npm registry on loopback: what `npm install --registry <url>` asks for, and nothing else. */
export interface Registry {
  readonly url: string;
  /** `name@version` of everything it serves. */
  readonly packages: readonly string[];
  /** Names that somebody asked for and it does not have. npm also asks for optional peers, and does without them. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

interface Served {
  readonly name: string;
  readonly version: string;
  readonly manifest: Manifest;
  readonly tarball: Buffer;
}

/** Starts the registry. Dependencies that are installed nowhere show up in `missing` once they are asked for. */
export async function startRegistry(options: RegistryOptions): Promise<Registry> {
  const served = await Promise.all(options.packages.map(loadPackage));
  await addDependencies(served, options.dependenciesFrom ?? []);
  const missing = new Set<string>();
  const server = await startLoopbackServer(async (exchange) => {
    const path = decodeURIComponent(exchange.request.path).slice(1);
    const tarball = served.find((one) => path === tarballPath(one));
    if (tarball !== undefined) {
      const headers = { 'content-type': 'application/octet-stream' };
      await deliver(exchange, { status: 200, headers, body: tarball.tarball });
      return;
    }
    const versions = served.filter((one) => one.name === path);
    if (versions.length === 0 && !path.startsWith('-/')) missing.add(path);
    const body =
      versions.length === 0 ? { error: `not found: ${path}` } : packument(versions, server.origin);
    await deliver(exchange, {
      status: versions.length === 0 ? 404 : 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  });
  return {
    url: `${server.origin}/`,
    packages: served.map(({ name, version }) => `${name}@${version}`),
    get missing() {
      return [...missing];
    },
    close: () => server.close(),
  };
}

async function loadPackage(place: string): Promise<Served> {
  if (/\.t(?:ar\.)?gz$/.test(place)) {
    const tarball = await readFile(place);
    return servedOf(manifestOf(tarball), tarball);
  }
  const installed = await readInstalled(place);
  if (installed === undefined) throw new Error(`no package at ${place}`);
  return servedOf(installed.manifest, await packFolder(installed.folder));
}

function servedOf(manifest: Manifest, tarball: Buffer): Served {
  return {
    name: String(manifest['name']),
    version: String(manifest['version']),
    manifest,
    tarball,
  };
}

/** Breadth first; a package found in several versions is served in each of them. */
async function addDependencies(served: Served[], folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return;
  const ours = new Set(served.map((one) => one.name));
  const known = new Set(served.map((one) => `${one.name}@${one.version}`));
  const queue: { readonly manifest: Manifest; readonly from: readonly string[] }[] = served.map(
    ({ manifest }) => ({ manifest, from: folders }),
  );
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const name of dependencyNames(next.manifest)) {
      if (ours.has(name)) continue;
      const found = await findInAny(name, next.from);
      const id = `${name}@${String(found?.manifest['version'])}`;
      if (found === undefined || known.has(id)) continue;
      known.add(id);
      served.push(servedOf(found.manifest, await packFolder(found.folder)));
      queue.push({ manifest: found.manifest, from: [found.folder] });
    }
  }
}

async function findInAny(
  name: string,
  folders: readonly string[],
): ReturnType<typeof findInstalled> {
  for (const folder of folders) {
    const found = await findInstalled(name, folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

function packument(versions: readonly Served[], origin: string): object {
  const [first] = versions;
  return {
    name: first?.name,
    'dist-tags': { latest: first?.version },
    versions: Object.fromEntries(
      versions.map((one) => [
        one.version,
        {
          ...one.manifest,
          dist: {
            tarball: `${origin}/${tarballPath(one)}`,
            shasum: createHash('sha1').update(one.tarball).digest('hex'),
            integrity: `sha512-${createHash('sha512').update(one.tarball).digest('base64')}`,
          },
        },
      ]),
    ),
  };
}

function tarballPath({ name, version }: Served): string {
  return `${name}/-/${name.split('/').at(-1) ?? name}-${version}.tgz`;
}
