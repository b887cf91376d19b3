import { batchSize } from '../batches/batch-size';
import { completeBatches, createBatches } from '../batches/create-batches';
import type { Campaign } from '../campaigns/campaign.model';
import { nextPage } from '../campaigns/next-page';
import type { CampaignsDeps } from '../deps';
import { endOf, type Portion } from './portion.model';
import { savePortion } from './save-portion';
import { splitDevices } from './split-devices';

/** Their devices are in memory together. */
const maxDevices = 50_000;

/**
 * Lists the next devices of a campaign, as batches; the last step ends the walk. Another process can repeat each step
 * after a crash: a portion is saved once, and its batches are completed first.
 */
export async function listPortion(campaign: Campaign, last: Portion | null, deps: CampaignsDeps): Promise<void> {
  const { uuid: campaign_uuid, rate } = campaign;
  if (last) await completeBatches(last, deps);
  if (last?.next === null) return endWalk(campaign, deps);
  const { coreIds, next } = await nextDevices(campaign, last, deps);
  const devices = coreIds.map((core_id) => ({ core_id, variables: {} }));
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
 * The first batch alone, so that sending begins, then as many devices as are listed already: few portions hold many
 * devices, and listing stays ahead of sending.
 */
async function nextDevices(campaign: Campaign, last: Portion | null, deps: CampaignsDeps) {
  const wanted = Math.min(maxDevices, (last ? endOf(last) : 0) * batchSize(campaign.rate));
  const coreIds: string[] = [];
  let next: string | null = last?.next ?? '';
  for (;;) {
    const page = await nextPage(campaign, next, deps);
    for (const { core_id } of page?.data ?? []) coreIds.push(core_id!);
    next = page?.next ?? null;
    if (next === null || coreIds.length >= wanted) return { coreIds, next };
    await noteWork(campaign, deps);
  }
}

/** Another process would take a campaign over that nothing was heard of. */
async function noteWork({ uuid }: Campaign, { Campaign }: CampaignsDeps): Promise<void> {
  await Campaign.updateOne({ uuid }, { $set: { expanding_at: new Date() } }, { timestamps: false });
}
