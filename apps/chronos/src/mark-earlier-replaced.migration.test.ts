import { startForTest, type Tested } from '@herald/testing';
import { markEarlierReplaced } from './mark-earlier-replaced.migration';
import { service } from './service';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const version = (file_uuid: string, number: number) => ({
  ...{ file_uuid, upload: `${file_uuid}-${number}`, version: number, bytes: 1, created_at: at(number) },
});

it('says when each version was replaced: when the next one was stored; a repeat changes nothing', async () => {
  const database = herald.database('chronos');
  const versions = database.collection('file_versions');
  const known = { ...version('b', 1), replaced_at: at(9) };
  await versions.insertMany([
    ...[3, 1, 2].map((number) => version('a', number)),
    known,
    version('b', 2),
    version('c', 1),
  ]);
  for (let run = 0; run < 2; run++) {
    await markEarlierReplaced.run(database);
    const found = await versions
      .find({ replaced_at: { $exists: true } })
      .sort({ upload: 1 })
      .toArray();
    expect(found.map(({ upload, replaced_at }) => [upload, replaced_at])).toEqual([
      ['a-1', at(2)],
      ['a-2', at(3)],
      ['b-1', at(9)],
    ]);
  }
});
