import { randomFillSync } from 'node:crypto';

/** Random bytes are fetched in blocks: a system call for each id would cost ten times the rest. */
const chance = Buffer.allocUnsafe(4_096);
let used = chance.length;

function take16(): Buffer {
  if (used === chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  return chance.subarray(used, (used += 16));
}

/** A UUID (version 7), ordered by time: records with such ids can be read newest first by their ids. */
export function newUuid(at = Date.now()): string {
  const bytes = take16();
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
