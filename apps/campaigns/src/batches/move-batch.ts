import type { Model, Update } from '@herald/persistence';
import type { Batch } from './batch.model';
import { batchMoves, type BatchEvent } from './batch-states';

type Batches = Model<Batch>;
type Filter = Update<Batch>['filter'] & { state?: never };
/** What a move writes beside the state. Counts only grow: concurrent results know different parts. */
type Change = { total?: number; grow?: Pick<Batch, 'sended' | 'fails'> };

/** Moves a batch by an event. False if it is in no state that the event moves. */
export async function moveBatch(Batch: Batches, event: BatchEvent, filter: Filter, change?: Change): Promise<boolean> {
  const { matchedCount } = await Batch.updateOne(matching(event, filter), moving(event, change));
  return matchedCount > 0;
}

/** Moves the first matching batch by an event, and gives it; null if there is none. */
export async function moveFirstBatch(Batch: Batches, event: BatchEvent, filter: Filter): Promise<Batch | null> {
  const options = { sort: { number: 1 }, lean: true, returnDocument: 'after' } as const;
  return Batch.findOneAndUpdate(matching(event, filter), moving(event), options);
}

/** Moves all matching batches by an event. */
export async function moveBatches(Batch: Batches, event: BatchEvent, filter: Filter): Promise<void> {
  await Batch.updateMany(matching(event, filter), moving(event));
}

function matching(event: BatchEvent, filter: Filter): Update<Batch>['filter'] {
  const { from } = batchMoves[event];
  // With one state as an equality, every engine finds and sorts by the index.
  return { ...filter, state: from.length === 1 ? from[0] : { $in: from } };
}

function moving(event: BatchEvent, { total, grow }: Change = {}): Update<Batch>['update'] {
  const $set = { state: batchMoves[event].to, moved_at: new Date(), ...(total === undefined ? {} : { total }) };
  return grow ? { $max: grow, $set } : { $set };
}
