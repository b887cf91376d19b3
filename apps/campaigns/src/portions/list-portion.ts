import { batchSize } from '../batches/batch-size';
import { completeBatches, createBatches } from '../batches/create-batches';
import type { Campaign } from '../campaigns/campaign.model';
import { nextPage } from '../campaigns/next-page';
import { noteWork } from '../campaigns/note-work';
import type { CampaignsDeps } from '../deps';
import { deviceHash, endOf, type Portion } from './portion.model';
import { savePortion } from './save-portion';
import { splitDevices, type Devices } from './split-devices';

/** Their devices are in memory together, and sorted while nothing else is done. */
const maxDevices = 10_000;

/**
 * Lists the next devices of a campaign, as batches; the last step ends the walk. Another process can repeat each step
 * after a crash: a portion is saved once, and its batches are completed first.
 */
export async function listPortion(campaign: Campaign, last: Portion | null, deps: CampaignsDeps): Promise<void> {
  const { uuid: campaign_uuid, rate } = campaign;
  if (last) await completeBatches(last, deps);
  if (last?.next === null) return endWalk(campaign, deps);
  const { devices, next } = await nextDevices(campaign, last, deps);
  const [position, first] = last ? [last.position + 1, endOf(last)] : [0, 0];
  const split = splitDevices(devices, batchSize(rate));
  const portion = await savePortion({ campaign_uuid, position, first, next }, split, deps);
  // Of a faster process, the next step finds the portion.
  if (portion) await createBatches(portion, deps);
}

async function endWalk({ uuid }: Campaign, { Campaign }: CampaignsDeps): Promise<void> {
  const ended = { expanded: true, cursor: '', walked_at: new Date() };
  await Campaign.updateOne({ uuid, walked_at: null }, { $set: ended }, { timestamps: false });
}

/**
 * Some devices first, so that sending begins, then as many devices as are listed already: few portions hold many
 * devices, and listing stays ahead of sending.
 */
async function nextDevices(campaign: Campaign, last: Portion | null, deps: CampaignsDeps) {
  const wanted = Math.min(maxDevices, (last ? endOf(last) : 0) * batchSize(campaign.rate));
  const hashes = new Map<string, number>();
  let next: string | null = last?.next ?? '';
  for (;;) {
    const page = await nextPage(campaign, next, deps);
    for (const { core_id } of page?.data ?? []) hashes.set(core_id!, deviceHash(core_id!));
    next = page?.next ?? null;
    if (next === null || hashes.size >= wanted) return { devices: devicesOf(hashes), next };
    await noteWork(campaign, deps);
  }
}

const devicesOf = (hashes: Map<string, number>): Devices => {
  return { core_ids: [...hashes.keys()], variables: null, hashes: [...hashes.values()] };
};
