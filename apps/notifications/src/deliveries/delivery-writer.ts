import { setTimeout as sleep } from 'node:timers/promises';
import { batcher, groupBy } from '@herald/concurrency';
import { bulkInsert, bulkUpdate, isTransient, type Model, type Update } from '@herald/persistence';
import { commandInterval } from '../command-interval';
import type { CampaignDelivery } from './campaign-delivery.model';
import { deliveryStatus } from './delivery.model';
import { recordsOf, type DeliveryModels } from './find-deliveries';

/** The outcome of one device, to be stored. */
type DeliveryRow = {
  record: Omit<CampaignDelivery, 'id'>;
  /** A record of an earlier try exists. */
  isKnown: boolean;
};
type NextIds = (count: number) => Promise<number>;

/** The pushes of a command keep their places until it ends: with larger ones, too few are left to send meanwhile. */
const maxSize = 64;
const maxRetryMs = 120_000;
const retryDelayMs = 500;

/**
 * Stores the outcomes of all batches and single sends together, and resolves once an outcome is stored. While the
 * database is unavailable it retries: a lost record would mean a repeated push.
 */
export function deliveryWriter(models: DeliveryModels, nextIds: NextIds) {
  const run = async (rows: DeliveryRow[]) => {
    const groups = groupBy(rows, ({ record }) => recordsOf(record._id, models));
    const stores = [...groups].map(([Records, some]) => retryWhileTransient(() => store(some, Records, nextIds)));
    await Promise.all(stores);
  };
  return batcher<DeliveryRow>({ run, maxSize, ...commandInterval }).add;
}

async function retryWhileTransient(write: () => Promise<void>): Promise<void> {
  for (const began = performance.now(); ; await sleep(retryDelayMs)) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error) || performance.now() - began > maxRetryMs) throw error;
    }
  }
}

async function store(rows: DeliveryRow[], Records: Model<CampaignDelivery>, nextIds: NextIds): Promise<void> {
  const inserts = rows.filter(({ isKnown }) => !isKnown);
  const updates = rows.filter(({ isKnown }) => isKnown).map(toUpdate);
  if (inserts.length > 0) {
    const lastId = await nextIds(inserts.length);
    const records = inserts.map(({ record }, index): CampaignDelivery => ({ ...record, id: lastId - index }));
    // Another process stored some of them: updates keep the reports of their devices.
    if ((await bulkInsert(Records, records)).hadDuplicates) updates.push(...inserts.map(toUpdate));
  }
  await bulkUpdate(Records, updates);
}

function toUpdate({
  record: { _id, settled = true, status = deliveryStatus.pending, name, tries, provider, created_at: updated_at },
}: DeliveryRow): Update<CampaignDelivery> {
  const $set = { settled, status, name, provider, updated_at, ...(tries ? { tries } : {}) };
  // A settled record is final: a late try does not change it.
  return { filter: { _id, settled: false }, update: { $set } };
}
