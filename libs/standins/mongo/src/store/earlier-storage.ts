import path from 'node:path';
import { readLmdb, readNumberKey, type EarlierFormat } from '@herald/standin-journal';
import { checkDocument } from '../bson/raw';

/** Earlier versions kept the same keys and values in a file of LMDB. */
export function earlierStorage(dataDir: string): EarlierFormat {
  const file = path.join(dataDir, 'mongo.lmdb');
  return {
    path: file,
    leftovers: [`${file}-lock`],
    parse: (content) =>
      new Map(
        readLmdb(content).map(({ key, value }) => {
          checkDocument(value);
          return [readNumberKey(key), value];
        }),
      ),
  };
}
