import { bulkInsert } from '@herald/persistence';
import type { CampaignsDeps } from '../deps';
import { entriesIdOf, type Portion } from '../portions/portion.model';
import { batchIdOf, newBatch } from './batch.model';

type Deps = Pick<CampaignsDeps, 'Batch'>;

/** Creates the batches of a portion. Those that exist stay as they are. */
export async function createBatches(portion: Portion, { Batch }: Deps): Promise<void> {
  const { campaign_uuid, sizes } = portion;
  const batches = sizes.map((total, index) => {
    const [number, entries_id] = [portion.first + index, entriesIdOf(portion, index)];
    return newBatch(campaign_uuid, { number, entries_id, state: 'listed', total });
  });
  if (batches.length > 0) await bulkInsert(Batch, batches);
}

/** Creates what a process that died has left out of a portion. */
export async function completeBatches(portion: Portion, deps: Deps): Promise<void> {
  const ids = portion.sizes.map((_, index) => batchIdOf(portion.campaign_uuid, portion.first + index));
  const existing = ids.length > 0 ? await deps.Batch.countDocuments({ _id: { $in: ids } }) : 0;
  if (existing < ids.length) await createBatches(portion, deps);
}
