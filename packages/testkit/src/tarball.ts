import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** A tar archive is a row of 512-byte blocks (POSIX.1-1988 ustar, IEEE Std 1003.1). */
const blockSize = 512;

interface Entry {
  readonly path: string;
  readonly content: Buffer;
  readonly executable: boolean;
}

/** Packs a folder as npm does: every file below `package/`, without nested `node_modules`. */
export async function packFolder(folder: string): Promise<Buffer> {
  const entries = await collect(folder, 'package');
  return gzipSync(Buffer.concat([...entries.flatMap(blocksOf), Buffer.alloc(2 * blockSize)]));
}

/** The `package.json` inside an npm tarball. */
export function manifestOf(tarball: Buffer): Record<string, unknown> {
  const archive = gunzipSync(tarball);
  for (let offset = 0; offset + blockSize <= archive.length;) {
    const name = textAt(archive, offset, 100);
    if (name === '') break;
    const size = Number.parseInt(textAt(archive, offset + 124, 12), 8);
    if (/^[^/]+\/package\.json$/.test(name)) {
      const start = offset + blockSize;
      const text = archive.toString('utf8', start, start + size);
      return JSON.parse(text) as Record<string, unknown>;
    }
    offset += blockSize * (1 + Math.ceil(size / blockSize));
  }
  throw new Error('the tarball holds no package.json');
}

async function collect(folder: string, prefix: string): Promise<Entry[]> {
  const names = (await readdir(folder)).toSorted();
  const lists = await Promise.all(
    names
      .filter((name) => name !== 'node_modules' && name !== '.git')
      .map(async (name): Promise<Entry[]> => {
        const place = join(folder, name);
        const info = await stat(place);
        if (info.isDirectory()) return collect(place, `${prefix}/${name}`);
        const executable = (info.mode & 0o111) !== 0;
        return [{ path: `${prefix}/${name}`, content: await readFile(place), executable }];
      }),
  );
  return lists.flat();
}

/** Paths over 100 bytes do not fit the header; a pax record (IEEE Std 1003.1-2001) in front carries them. */
function blocksOf(entry: Entry): Buffer[] {
  const mode = entry.executable ? 0o755 : 0o644;
  if (Buffer.byteLength(entry.path) <= 100) {
    return [header(entry.path, entry.content.length, { type: '0', mode }), padded(entry.content)];
  }
  const record = paxRecord('path', entry.path);
  return [
    header('package/pax', record.length, { type: 'x', mode }),
    padded(record),
    header(`package/${entry.path.slice(-80)}`, entry.content.length, { type: '0', mode }),
    padded(entry.content),
  ];
}

/** `<length> <key>=<value>\n`, where the length counts its own digits. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length += 1;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function header(
  path: string,
  size: number,
  { type, mode }: { readonly type: string; readonly mode: number },
): Buffer {
  const block = Buffer.alloc(blockSize);
  block.write(path, 0);
  block.write(octal(mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(0, 11), 136);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\u0000 `, 148);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([
    content,
    Buffer.alloc((blockSize - (content.length % blockSize)) % blockSize),
  ]);
}

function textAt(archive: Buffer, offset: number, length: number): string {
  return archive.toString('utf8', offset, offset + length).replace(/[\0 ].*$/s, '');
}
