// A zip archive from files in memory. Equal files give equal bytes: the time stamp is a constant.
import { crc32, deflateRawSync } from 'node:zlib';

/** 1980-01-01, the first day that the format knows. */
const date = 0x0021;
const utf8Names = 0x0800;
const deflated = 8;
const madeOnUnix = 0x0314;

/** `files` is a list of `[path, content, mode?]`; paths use slashes, the mode is 0o644 unless given. */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, content, mode = 0o644] of files) {
    const name = Buffer.from(path);
    const data = deflateRawSync(content, { level: 9 });
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(utf8Names, 2);
    shared.writeUInt16LE(deflated, 4);
    shared.writeUInt16LE(date, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    parts.push(signature(0x04034b50), shared, name, data);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((0o100000 | mode) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const version = Buffer.alloc(2);
    version.writeUInt16LE(madeOnUnix, 0);
    directory.push(signature(0x02014b50), version, shared, rest, name);
    offset += 4 + shared.length + name.length + data.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listing, signature(0x06054b50), end]);
}

function signature(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}
