import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyRecord } from '@herald/persistence';
import { houseRecords } from '@herald/service';
import { allServices } from './services';

const owned = [
  ...allServices.flatMap(({ name, records = [] }) => records.map((record) => ({ owner: name as string, record }))),
  ...houseRecords.map((record) => ({ owner: 'each', record })),
];
const all = owned.map(({ owner, record }) => [`${owner}: ${record.name}`, record] as const);

const uniqueIndexes = ({ indexes }: AnyRecord) =>
  indexes.filter(([, options]) => options?.unique).map(([key]) => Object.keys(key));

const beginsWith = (index: string[], key: readonly string[]) => key.every((field, at) => index[at] === field);

it.each(all.filter(([, { shardKey }]) => shardKey))('%s: each unique index begins with the shard key', (_, record) => {
  const key = record.shardKey!;
  expect(uniqueIndexes(record).filter((index) => !beginsWith(index, key))).toEqual([]);
  // What finds a row by its shard key needs an index, as MongoDB asks for one.
  const indexed = [['_id'], ...record.indexes.map(([index]) => Object.keys(index))];
  expect(indexed.some((index) => beginsWith(index, key))).toBe(true);
  if (record.hasOwnId) expect(key).toEqual(['_id']);
});

it.each(all.filter(([, { shardKey }]) => !shardKey))('%s could have no shard key', (_, record) => {
  const [first, ...others] = uniqueIndexes(record);
  expect(others.some((index) => index[0] !== first![0])).toBe(true);
});

it('has a page that says by what each collection is sharded', () => {
  const page = readFileSync(join(__dirname, '../../../docs/sharding.md'), 'utf8');
  const rows = page.split('\n').flatMap((line) => {
    const [, owner, name, key] = /^\| (\S+) +\| `(\w+)` +\| ([^|]+?) +\|/.exec(line) ?? [];
    return owner ? [`${owner} ${name} ${/^`(.+)`, (hashed|ranges)$/.exec(key!)?.[1] ?? key}`] : [];
  });
  const declared = owned.map(
    ({ owner, record: { name, shardKey } }) => `${owner} ${name} ${shardKey?.join() ?? 'one shard'}`,
  );
  expect(rows.sort()).toEqual(declared.sort());
});
