/**
 * Reads LMDB files, in which earlier versions kept their data. The LMDB library is not used, because it maps the file
 * into memory: a truncated file would end the process with a signal. Every read here is checked against the length.
 */
type LmdbEntry = { key: Buffer; value: Buffer };
type Tree = { entries: number; root: bigint };

const magic = 0xbeefc0de;
const dataVersion = 2;
const pageHeader = 24;
const metaSize = 144;
const nodeHeader = 8;
const leafFlag = 2;
const overflowFlag = 1;
const noPage = 0xffff_ffff_ffff_ffffn;

function readTree(bytes: Buffer): Tree {
  return {
    entries: Number(bytes.readBigUInt64LE(32)),
    root: bytes.readBigUInt64LE(40),
  };
}

/** The main tree of the newer of the two meta pages. */
function findMainTree(file: Buffer): { pageSize: number; main: Tree } {
  const first = file.subarray(pageHeader);
  const pageSize = first.readUInt32LE(24);
  if (pageSize < 512 || pageSize > 65_536) throw new Error('no page size');
  const metas = [first, file.subarray(pageSize + pageHeader)];
  for (const meta of metas)
    if (meta.readUInt32LE(0) !== magic || meta.readUInt32LE(4) !== dataVersion || meta.length < metaSize)
      throw new Error('no meta page');
  const [newest] = metas.sort((a, b) => Number(b.readBigUInt64LE(128) - a.readBigUInt64LE(128)));
  return { pageSize, main: readTree(newest!.subarray(72)) };
}

/** All entries of a tree in order; throws if the tree is incomplete. */
function* walkTree(file: Buffer, pageSize: number, { entries, root }: Tree): Generator<LmdbEntry> {
  let count = 0;
  const visited = new Set<bigint>();
  const pageAt = (number: bigint, length = pageSize) => {
    const start = Number(number) * pageSize;
    if (start + length > file.length) throw new Error(`page ${number} is missing`);
    if (file.readBigUInt64LE(start) !== number) throw new Error(`page ${number} is not valid`);
    return file.subarray(start, start + length);
  };
  const valueOf = (node: Buffer, keySize: number) => {
    const size = node.readUInt16LE(0) + node.readUInt16LE(2) * 65_536;
    if ((node.readUInt16LE(4) & overflowFlag) === 0) return slice(node, nodeHeader + keySize, size);
    const page = pageAt(node.readBigUInt64LE(nodeHeader + keySize), pageHeader + size);
    return slice(page, pageHeader, size);
  };
  function* walkPage(number: bigint): Generator<LmdbEntry> {
    if (visited.has(number)) throw new Error('the tree has a cycle');
    visited.add(number);
    const page = pageAt(number);
    const nodes = page.readUInt16LE(20) >> 1;
    for (let at = 0; at < nodes; at++) {
      const node = page.subarray(pageHeader + page.readUInt16LE(pageHeader + at * 2));
      const keySize = node.readUInt16LE(6);
      if ((page.readUInt16LE(18) & leafFlag) === 0) {
        const child = node.readUInt16LE(0) + node.readUInt16LE(2) * 65_536 + node.readUInt16LE(4) * 2 ** 32;
        yield* walkPage(BigInt(child));
        continue;
      }
      count += 1;
      yield { key: slice(node, nodeHeader, keySize), value: valueOf(node, keySize) };
    }
  }
  if (root !== noPage) yield* walkPage(root);
  if (count !== entries) throw new Error(`${entries - count} entries are missing`);
}

function slice(bytes: Buffer, from: number, length: number): Buffer {
  if (from + length > bytes.length) throw new Error('an entry is incomplete');
  return bytes.subarray(from, from + length);
}

/** All entries of a file, or of the named database in it. */
export function readLmdb(file: Buffer, database?: string): LmdbEntry[] {
  const { pageSize, main } = findMainTree(file);
  if (database === undefined) return [...walkTree(file, pageSize, main)];
  for (const { key, value } of walkTree(file, pageSize, main))
    if (key.toString().replace(/\0$/, '') === database) return [...walkTree(file, pageSize, readTree(value))];
  return [];
}

/** Decodes a numeric key of the earlier library: four bits of type, then the bits of the double. */
export function readNumberKey(key: Buffer): number {
  const padded = Buffer.alloc(9);
  key.copy(padded);
  const bits = (BigInt(`0x${padded.toString('hex')}`) >> 4n) & 0xffff_ffff_ffff_ffffn;
  const double = Buffer.alloc(8);
  double.writeBigUInt64BE(bits);
  return double.readDoubleBE(0);
}
