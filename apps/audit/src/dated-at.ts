import type { Model } from '@herald/persistence';
import { placeOf, recordId, type StoredRecord } from './audit-record.model';
import { positionsOf, toBits } from './bits';
import type { Blocks } from './matching-blocks';

const maxIdsPerQuery = 5_000;

/** Narrows matches of a day to those of one moment, for which the records themselves are read. */
export async function datedAt(moment: Date, blocks: Blocks, AuditRecord: Model<StoredRecord>): Promise<Blocks> {
  const ids = [...blocks].flatMap(([block, bits]) => positionsOf(bits).map((position) => recordId(block, position)));
  const dated = new Map([...blocks.keys()].map((block): [string, number[]] => [block, []]));
  for (let first = 0; first < ids.length; first += maxIdsPerQuery) {
    const some = ids.slice(first, first + maxIdsPerQuery);
    const found = await AuditRecord.find({ _id: { $in: some }, created_at: moment }, { _id: 1 }).lean<
      { _id: string }[]
    >();
    for (const { _id } of found) {
      const { block, position } = placeOf(_id);
      dated.get(block)!.push(position);
    }
  }
  return new Map([...dated].map(([block, positions]) => [block, toBits(positions)]));
}
