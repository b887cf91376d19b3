import type { DeliveryResults } from '@herald/contracts';
import type { CampaignsDeps } from '../deps';
import { settledStatuses } from '../campaigns/campaign-metrics';
import { convertTargets } from './convert-targets';
import { countSettled, withOutcomes, type Outcome, type Settled } from './target-list.model';

type Deps = Pick<CampaignsDeps, 'Target' | 'TargetList' | 'updateTargets' | 'metrics' | 'hashValue'>;

/** Settles targets of a batch, each once: late and repeated results change none. Gives how many are settled by now. */
export async function settleTargets(results: DeliveryResults, deps: Deps): Promise<Settled> {
  const { campaign_uuid, batch_id: _id, sent, failed } = results;
  const settled_at = new Date();
  const outcomes: Outcome[] = [
    { status: 'sended', settled_at, core_ids: sent },
    ...failed.map(({ reason, core_ids }) => ({ status: 'fails' as const, reason, settled_at, core_ids })),
  ];
  const settle = () =>
    deps.updateTargets({ _id }, (targets) => targets && withOutcomes(targets, outcomes, deps.hashValue));
  let { before, after } = await settle();
  if (!after) {
    await convertTargets(campaign_uuid, deps);
    ({ before, after } = await settle());
  }
  if (!before || !after) return { sended: 0, fails: 0 };
  const [earlier, now] = [countSettled(before), countSettled(after)];
  for (const status of settledStatuses) deps.metrics.settled.at({ status }).add(now[status] - earlier[status]);
  return now;
}
