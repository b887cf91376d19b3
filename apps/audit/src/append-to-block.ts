import { inBatches, type Call } from '@herald/concurrency';
import { appendRecords, type Models, type NewRecord } from './append-records';
import { openBlock } from './audit-record.model';

type Appended = { uuid: string; records: NewRecord[] };

/** Larger requests are blocks of their own: nothing is saved by waiting for others. */
const maxShared = 100;
const maxPerBlock = 1_000;
const minIntervalMs = 20;

/**
 * Appends the records of requests that no repeat follows. Small requests that arrive together share a block, because a
 * block costs some 17 postings even for a single record.
 */
export function blockAppender(models: Models) {
  const append = ({ uuid, records }: Appended) => appendRecords(openBlock(uuid), records, models);
  const share = inBatches<Appended, void>(
    async (calls) => {
      await Promise.all(
        blocksOf(calls).map(async (block) => {
          const records = block.flatMap(({ input }) => input.records);
          const appending = append({ uuid: block[0]!.input.uuid, records });
          await appending.then(
            () => block.forEach(({ resolve }) => resolve()),
            (error: unknown) => block.forEach(({ reject }) => reject(error)),
          );
        }),
      );
    },
    { minIntervalMs },
  );
  return (appended: Appended): Promise<void> =>
    appended.records.length > maxShared ? append(appended) : share(appended);
}

/** Requests in their order, as blocks of a limited number of records. */
function blocksOf(calls: Call<Appended, void>[]): Call<Appended, void>[][] {
  const blocks: Call<Appended, void>[][] = [];
  let size = Infinity;
  for (const call of calls) {
    size += call.input.records.length;
    if (size <= maxPerBlock) blocks.at(-1)!.push(call);
    else {
      blocks.push([call]);
      size = call.input.records.length;
    }
  }
  return blocks;
}
