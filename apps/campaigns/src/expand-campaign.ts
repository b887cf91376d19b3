import { campaignExpanding } from '@herald/contracts';
import { Unrecoverable, consumer } from '@herald/messaging';
import type { Batch, Entries } from './batch.model';
import type { Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';
import { finishIfDone } from './finish-if-done';
import { addBatches, batchSize } from './list-devices';
import { makeTargets } from './make-targets';
import { pump } from './pump';
import { coreIdOf, targetId } from './target.model';

/** After so many steps the others get their turn: the rest is a message of its own. */
const stepsAtOnce = 5;
/** Their devices and variables are held at once. */
const batchesAtOnce = 5;
const devicesAtOnce = 5_000;

/**
 * Makes a campaign's devices targets, batch by batch. Each step can be repeated by whoever comes after a death: what is
 * listed becomes targets first, and devices that are targets already are not listed again.
 */
export const expandCampaign = consumer({
  name: 'expand-campaign',
  on: campaignExpanding,
  prefetch: 2,
  timeoutSeconds: 300,
  async handle({ campaign_uuid }, deps: CampaignsDeps) {
    await deps.Campaign.updateOne(
      { uuid: campaign_uuid },
      { $set: { expanding_at: new Date() } },
      { timestamps: false },
    );
    for (let step = 0; step < stepsAtOnce; step++) {
      const campaign = await deps.Campaign.findOne({ uuid: campaign_uuid }).lean<Campaign>();
      if (!campaign) throw new Unrecoverable('There is no such campaign');
      if (campaign.terminated) return;
      // The one that finds nothing more to do has read the campaign after its walk ended.
      if (await makeListedTargets(campaign, deps)) continue;
      if (campaign.expanded) return finishIfDone(campaign, deps);
      await listNextDevices(campaign, deps);
    }
    await deps.emit(campaignExpanding, { campaign_uuid });
  },
});

/** Turns some listed batches into targets; false when none is left. */
async function makeListedTargets(campaign: Campaign, deps: CampaignsDeps): Promise<boolean> {
  const { Batch, Entries } = deps;
  const listed = { campaign_uuid: campaign.uuid, state: 'listed' } as const;
  const batches = await Batch.find(listed).sort({ number: 1 }).limit(batchesAtOnce).lean<Batch[]>();
  if (batches.length === 0) return false;
  const ids = batches.map(({ entries_id }) => entries_id);
  const lists = await Entries.find({ _id: { $in: ids } }).lean<Entries[]>();
  for (const batch of batches) {
    const entries = lists.find(({ _id }) => _id === batch.entries_id);
    if (entries) await makeTargets(batch, entries, deps);
  }
  await pump(campaign, deps);
  return true;
}

/** Goes one page further along the segment. */
async function listNextDevices(campaign: Campaign, deps: CampaignsDeps): Promise<void> {
  const { Campaign, Batch, segmentDevices } = deps;
  const { uuid, segment_id, cursor } = campaign;
  const page = segment_id
    ? await segmentDevices(segment_id, { after: cursor, per_page: devicesAtOnce, fields: ['core_id'] })
    : undefined;
  const coreIds = [...new Set(page?.data.map(({ core_id }) => core_id!))];
  // On the first walk hardly any is there; those of a step that is repeated leave their batch when it becomes targets.
  const fresh = campaign.walked_at ? await withoutTargets(uuid, coreIds, deps) : coreIds;
  if (fresh.length > 0) {
    const last = await Batch.findOne({ campaign_uuid: uuid }).sort({ campaign_uuid: -1, number: -1 }).lean<Batch>();
    const size = batchSize(campaign);
    const chunks = Array.from({ length: Math.ceil(fresh.length / size) }, (_, at) => {
      return { core_ids: fresh.slice(at * size, (at + 1) * size), variables: null };
    });
    await addBatches(uuid, chunks, last ? last.number + 1 : 0, campaign, deps);
  }
  const next = page?.next ?? undefined;
  const progress = next === undefined ? { expanded: true, cursor: '', walked_at: new Date() } : { cursor: next };
  // Another one may have come further meanwhile: then his progress stands.
  await Campaign.updateOne({ uuid, cursor, expanded: false }, { $set: progress }, { timestamps: false });
}

async function withoutTargets(uuid: string, coreIds: string[], { Target }: CampaignsDeps): Promise<string[]> {
  if (coreIds.length === 0) return [];
  const ids = coreIds.map((coreId) => targetId(uuid, coreId));
  const found = await Target.find({ _id: { $in: ids } }, { _id: 1 }).lean<{ _id: string }[]>();
  const known = new Set(found.map(({ _id }) => coreIdOf(_id)));
  return coreIds.filter((coreId) => !known.has(coreId));
}
