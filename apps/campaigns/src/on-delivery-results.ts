import { deliveryResults, type DeliveryResults } from '@herald/contracts';
import { Unrecoverable, consumer } from '@herald/messaging';
import type { Batch, BatchState, Entries } from './batch.model';
import type { Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';
import { finishIfDone } from './finish-if-done';
import { pump } from './pump';
import { targetId } from './target.model';

type Counts = Pick<Batch, 'sended' | 'fails'>;

export const onDeliveryResults = consumer({
  name: 'on-delivery-results',
  on: deliveryResults,
  prefetch: 8,
  async handle(results, deps: CampaignsDeps) {
    const batch = await deps.Batch.findById(results.batch_id).lean<Batch>();
    if (batch?.campaign_uuid !== results.campaign_uuid) throw new Unrecoverable('There is no such batch');
    const moved = await moveTargets(results, deps);
    const state = await moveBatch(batch, await countsOf(batch, moved, deps), results.unfinished, deps);
    const campaign = await deps.Campaign.findOne({ uuid: batch.campaign_uuid }).lean<Campaign>();
    if (!campaign) return;
    const isGoingOn = await pump(campaign, deps);
    if (state === 'done' && !isGoingOn) await finishIfDone(campaign, deps);
  },
});

/** A target is settled once: what comes twice or late moves nothing. Gives how many were moved. */
async function moveTargets(
  { campaign_uuid, sent, failed }: DeliveryResults,
  { Target }: CampaignsDeps,
): Promise<Counts> {
  const settled_at = new Date();
  const move = async (coreIds: string[], outcome: object): Promise<number> => {
    if (coreIds.length === 0) return 0;
    const ids = coreIds.map((coreId) => targetId(campaign_uuid, coreId));
    const pending = { _id: { $in: ids as never }, status: 'pending' };
    return (await Target.collection.updateMany(pending, { $set: { ...outcome, settled_at } })).modifiedCount;
  };
  const sended = await move(sent, { status: 'sended' });
  let fails = 0;
  for (const { reason, core_ids } of failed) fails += await move(core_ids, { status: 'fails', reason });
  return { sended, fails };
}

/** Where all of the batch was moved now, that is its counts; else its targets are asked. */
async function countsOf({ entries_id, total, ...batch }: Batch, moved: Counts, deps: CampaignsDeps): Promise<Counts> {
  if (moved.sended + moved.fails === total) return moved;
  const entries = await deps.Entries.findById(entries_id).lean<Entries>();
  // The campaign has ended: all there was to count was counted.
  if (!entries) return batch;
  const ids = entries.core_ids.map((coreId) => targetId(batch.campaign_uuid, coreId));
  const group = { _id: '$status', count: { $sum: 1 } };
  const counts = await deps.Target.aggregate<{ _id: string; count: number }>([
    { $match: { _id: { $in: ids } } },
    { $group: group },
  ]);
  const countOf = (status: string) => counts.find(({ _id }) => _id === status)?.count ?? 0;
  return { sended: countOf('sended'), fails: countOf('fails') };
}

/** Counts only ever grow: of results that are worked on at once, each knows what it saw. */
async function moveBatch(
  { _id, total }: Batch,
  { sended, fails }: Counts,
  unfinished: boolean | undefined,
  { Batch }: CampaignsDeps,
): Promise<BatchState> {
  const state = sended + fails >= total ? 'done' : unfinished ? 'under way' : 'retrying';
  const $set = { state, moved_at: new Date() };
  await Batch.updateOne({ _id, state: { $ne: 'done' } }, { $max: { sended, fails }, $set });
  return state;
}
