import { campaignExpanding } from '@herald/contracts';
import { Unrecoverable, consumer } from '@herald/messaging';
import { batchSize } from '../batches/batch-size';
import { createBatches } from '../batches/create-batches';
import { dispatchWaiting } from '../batches/dispatch-batches';
import type { CampaignsDeps } from '../deps';
import { createTargets } from '../targets/create-targets';
import { failedDevices } from '../targets/failed-devices';
import { coreIdOf, targetId } from '../targets/target.model';
import type { Campaign } from './campaign.model';
import { finishIfDone } from './finish-campaign';

/** After these steps the rest is a message of its own, so that other campaigns are expanded too. */
const stepsPerMessage = 5;
/** Their devices and variables are in memory together. */
const batchesPerStep = 5;
const devicesPerPage = 5_000;
/** The first batches are dispatched one by one: sending begins while the next ones are listed. */
const batchesOneByOne = 6;

/**
 * Lists the devices of a campaign and makes them targets, batch by batch. Another process can repeat each step after a
 * crash: listed batches become targets first, and devices that are targets are not listed again.
 */
export const onCampaignExpanding = consumer({
  // Names the queue: messages of earlier versions wait there.
  name: 'expand-campaign',
  on: campaignExpanding,
  prefetch: 2,
  timeoutSeconds: 300,
  startsTrace: true,
  async handle({ campaign_uuid: uuid }, deps: CampaignsDeps) {
    await deps.Campaign.updateOne({ uuid }, { $set: { expanding_at: new Date() } }, { timestamps: false });
    for (let step = 0; step < stepsPerMessage; step++) {
      const campaign = await deps.Campaign.findOne({ uuid }).lean();
      if (!campaign) throw new Unrecoverable('There is no such campaign');
      if (campaign.terminated || campaign.approval?.status === 'pending') return;
      // A step that finds nothing to do has read the campaign after its walk ended.
      if (await expandListed(campaign, deps)) continue;
      if (campaign.expanded) return finishIfDone(campaign, deps);
      await listNextPage(campaign, deps);
    }
    await deps.emit(campaignExpanding, { campaign_uuid: uuid });
  },
});

/** Makes the devices of some listed batches targets. False if no batch was left. */
async function expandListed(campaign: Campaign, deps: CampaignsDeps): Promise<boolean> {
  const { Batch, Entries } = deps;
  const listed = { campaign_uuid: campaign.uuid, state: 'listed' } as const;
  const batches = await Batch.find(listed).sort({ number: 1 }).limit(batchesPerStep).lean();
  if (batches.length === 0) return false;
  const lists = await Entries.find({ _id: { $in: batches.map(({ entries_id }) => entries_id) } }).lean();
  for (const batch of batches) {
    const entries = lists.find(({ _id }) => _id === batch.entries_id);
    if (entries) await createTargets(batch, entries, deps);
    if (batch.number < batchesOneByOne || batch === batches.at(-1)) await dispatchWaiting(campaign, deps);
  }
  return true;
}

/** The next devices of the segment, or of those that failed in the campaign that this one repeats. */
async function nextPage({ segment_id, retry_of, retry_reason, cursor: after, rate }: Campaign, deps: CampaignsDeps) {
  const per_page = after === '' ? batchSize(rate) : devicesPerPage;
  if (segment_id) return deps.segmentDevices(segment_id, { after, per_page, fields: ['core_id'] });
  return retry_of ? failedDevices(retry_of, { reason: retry_reason, after }, deps) : undefined;
}

/** Lists one page of devices. */
async function listNextPage(campaign: Campaign, deps: CampaignsDeps): Promise<void> {
  const { uuid, cursor } = campaign;
  const page = await nextPage(campaign, deps);
  const coreIds = [...new Set(page?.data.map(({ core_id }) => core_id!))];
  // On the first walk hardly any device is a target; those of a repeated step leave their batch when it is expanded.
  await listDevices(campaign, campaign.walked_at ? await withoutTargets(uuid, coreIds, deps) : coreIds, deps);
  const next = page?.next ?? undefined;
  const progress = next === undefined ? { expanded: true, cursor: '', walked_at: new Date() } : { cursor: next };
  // If another process was faster, its progress stands.
  await deps.Campaign.updateOne({ uuid, cursor, expanded: false }, { $set: progress }, { timestamps: false });
}

async function listDevices(campaign: Campaign, coreIds: string[], deps: CampaignsDeps): Promise<void> {
  if (coreIds.length === 0) return;
  const newestFirst = { campaign_uuid: -1, number: -1 } as const;
  const last = await deps.Batch.findOne({ campaign_uuid: campaign.uuid }, { number: 1 }).sort(newestFirst).lean();
  const size = batchSize(campaign.rate);
  const lists = Array.from({ length: Math.ceil(coreIds.length / size) }, (_, at) => {
    return { core_ids: coreIds.slice(at * size, (at + 1) * size), variables: null };
  });
  await createBatches(campaign, lists, { first: last ? last.number + 1 : 0, isWalk: true }, deps);
}

async function withoutTargets(uuid: string, coreIds: string[], { Target }: CampaignsDeps): Promise<string[]> {
  if (coreIds.length === 0) return [];
  const ids = coreIds.map((coreId) => targetId(uuid, coreId));
  const found = await Target.find({ _id: { $in: ids } }, { _id: 1 }).lean();
  const known = new Set(found.map(({ _id }) => coreIdOf(_id)));
  return coreIds.filter((coreId) => !known.has(coreId));
}
