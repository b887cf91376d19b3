import { join } from 'node:path';
import { readLmdb, type EarlierFormat } from '@herald/standin-journal';

/** Earlier versions kept definitions and messages in two LMDB databases. */
export function earlierStore(dataDir: string, span: number): EarlierFormat {
  const folder = join(dataDir, 'amqp');
  return {
    path: join(folder, 'data.mdb'),
    leftovers: [folder],
    parse(content) {
      const definitions = readLmdb(content, 'definitions').map(({ key, value }, index): [number, Buffer] => {
        const name = key.toString().replace(/\0$/, '');
        return [index + 1, Buffer.from(JSON.stringify([name, JSON.parse(value.toString())]))];
      });
      const messages = readLmdb(content, 'messages').map(({ key, value }): [number, Buffer] => {
        const position = key.readUInt32BE(4) * 2 ** 32 + key.readUInt32BE(8);
        return [key.readUInt32BE(0) * span + position, value];
      });
      return new Map([...definitions, ...messages]);
    },
  };
}
