import { setTimeout as sleep } from 'node:timers/promises';
import type { PushBatch } from '@herald/envelopes';
import { insertAsTheyAre, isDatabaseDown } from '@herald/persistence';
import type { CustomNotification } from '@herald/templates';
import type { Delivery } from './delivery.model';
import type { NotificationsDeps } from './deps';
import type { Verdict } from './judge';
import type { ProviderName } from './providers/provider';

export type Tried = {
  uuid: string;
  core_id: string;
  device_id: number;
  provider: ProviderName | null;
  verdict: Verdict;
  /** The record of earlier tries. */
  known?: Delivery;
};

/** So many devices, or what came within so long, are at most forgotten when the process dies. */
const rowsAtOnce = 250;
const flushMs = 100;

export type DeliveryWriter = ReturnType<typeof deliveryWriter>;

/**
 * Notes what became of devices, some at a time. While the database is away it holds on to them: what is forgotten would be
 * sent again.
 */
export function deliveryWriter(batch: PushBatch, deps: NotificationsDeps) {
  let rows: Tried[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const now = rows;
    rows = [];
    if (now.length > 0)
      writing = writing
        .then(() => whileItTakes(() => store(now, batch, deps)))
        .catch((error) => void (failure = error));
    return writing;
  };
  return {
    add(tried: Tried): void {
      rows.push(tried);
      if (rows.length >= rowsAtOnce) void flush();
      else timer ??= setTimeout(flush, flushMs);
    },
    /** Resolves once all that was added is noted. */
    async end(): Promise<void> {
      await flush();
      if (failure) throw failure;
    },
  };
}

const patienceMs = 120_000;

async function whileItTakes(write: () => Promise<void>): Promise<void> {
  for (const began = Date.now(); ; await sleep(500)) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseDown(error) || Date.now() - began > patienceMs) throw error;
    }
  }
}

async function store(rows: Tried[], batch: PushBatch, deps: NotificationsDeps): Promise<void> {
  const { Delivery, nextId } = deps;
  const fresh = rows.filter(({ known }) => !known);
  const lastId = fresh.length > 0 ? await nextId('delivery', fresh.length) : 0;
  const records = fresh.map((tried, at) => recordOf(tried, lastId - at, batch));
  const updates = rows.filter(({ known }) => known).map(updateOf);
  if (records.length > 0)
    if (records.length > 0 && (await insertAsTheyAre(Delivery, records)).someWereThere)
      // Somebody else noted some of them: what he knows of reports stays.
      updates.push(...fresh.map(updateOf));
  if (updates.length > 0) await Delivery.collection.bulkWrite(updates as never, { ordered: false });
}

function recordOf({ uuid, core_id, device_id, provider, verdict }: Tried, id: number, batch: PushBatch): Delivery {
  const { campaign, notification } = batch;
  const now = new Date();
  return {
    _id: uuid,
    id,
    device_id,
    core_id,
    company_id: campaign.company_id,
    application_id: Number(campaign.app_id),
    campaign_uuid: campaign.uuid,
    message_id: campaign.message_id,
    type: (notification as CustomNotification).data.type,
    provider,
    ...verdict.record,
    created_at: now,
    updated_at: now,
  };
}

function updateOf({ uuid, provider, verdict }: Tried) {
  const $set = { ...verdict.record, provider, updated_at: new Date() };
  // A try that is overtaken by a settled one says nothing any more.
  return { updateOne: { filter: { _id: uuid, settled: false }, update: { $set } } };
}
