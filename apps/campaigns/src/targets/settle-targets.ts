import type { DeliveryResults } from '@herald/contracts';
import { settledStatuses } from '../campaigns/campaign-metrics';
import type { CampaignsDeps } from '../deps';
import { findTargetLists } from './find-target-lists';
import { countSettled, withOutcomes, type Outcome, type Settled } from './target-list.model';

type Deps = Pick<
  CampaignsDeps,
  'Batch' | 'Entries' | 'Target' | 'TargetList' | 'updateTargets' | 'metrics' | 'hashValue'
>;

/** Settles targets of a batch, each once: late and repeated results change none. Gives how many are settled by now. */
export async function settleTargets(results: DeliveryResults, deps: Deps): Promise<Settled> {
  const outcomes = await outcomesOf(results, deps);
  const { before, after } = await deps.updateTargets(
    { _id: results.batch_id },
    (targets) => targets && withOutcomes(targets, outcomes),
  );
  if (!before || !after) return { sended: 0, fails: 0 };
  const [earlier, now] = [countSettled(before), countSettled(after)];
  for (const status of settledStatuses) deps.metrics.settled.at({ status }).add(now[status] - earlier[status]);
  return now;
}

async function outcomesOf(results: DeliveryResults, deps: Deps): Promise<Outcome[]> {
  const settled_at = new Date();
  const { sent_places, failed } = results.sent_places ? results : await withPlaces(results, deps);
  return [
    { status: 'sended', settled_at, places: sent_places ?? [] },
    ...failed.map(({ reason, places = [] }) => ({ status: 'fails' as const, reason, settled_at, places })),
  ];
}

/**
 * Senders of earlier versions name the devices. One that was erased while it was sent to keeps its place under a hash.
 */
async function withPlaces({ campaign_uuid, batch_id, sent, failed }: DeliveryResults, deps: Deps) {
  const [targets] = await findTargetLists(campaign_uuid, [batch_id], deps);
  const places = new Map(targets?.core_ids.map((coreId, place) => [coreId, place]));
  const placesOf = (coreIds: string[]) =>
    coreIds.flatMap((coreId) => places.get(coreId) ?? places.get(deps.hashValue(coreId)) ?? []);
  return {
    sent_places: placesOf(sent),
    failed: failed.map(({ reason, core_ids }) => ({ reason, places: placesOf(core_ids) })),
  };
}
