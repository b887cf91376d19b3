import { isErasedValue } from '@herald/subjects';
import type { CampaignsDeps } from '../deps';
import { coreIdsIn } from './read-targets';
import { findWantedBatches } from './wanted-batches';

type Walk = { reason?: string; after: string };

/** A page of devices must not exceed what one step of an expansion lists. */
const batchesPerPage = 10;

/** One page of the devices that failed in a campaign; the cursor is the number of its last batch. */
export async function failedDevices(uuid: string, { reason, after }: Walk, deps: CampaignsDeps) {
  const wanted = { status: 'fails', ...(reason ? { reason } : {}) } as const;
  const all = await findWantedBatches(uuid, wanted, deps);
  const left = after === '' ? all : all.filter(({ number }) => number > Number(after));
  const batches = left.slice(0, batchesPerPage);
  const ids = batches.map(({ _id }) => _id);
  const coreIds = await coreIdsIn(uuid, ids, wanted, deps);
  const data = coreIds.filter((coreId) => !isErasedValue(coreId)).map((core_id) => ({ core_id }));
  return { data, next: batches.length < left.length ? String(batches.at(-1)!.number) : null };
}
