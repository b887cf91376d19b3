import type { DeliveryResults } from '@herald/contracts';
import { updateMatching } from '@herald/persistence';
import type { CampaignsDeps } from '../deps';
import { targetId, type Target, type TargetStatus } from './target.model';

/** How many targets have each outcome. */
export type Settled = { sended: number; fails: number };
type Deps = Pick<CampaignsDeps, 'Target'>;

/** Settles targets, each once: late and repeated results settle none. Gives how many were settled now. */
export async function settleTargets({ campaign_uuid, sent, failed }: DeliveryResults, deps: Deps): Promise<Settled> {
  const settled_at = new Date();
  const settle = async (coreIds: string[], outcome: Pick<Target, 'status' | 'reason'>): Promise<number> => {
    if (coreIds.length === 0) return 0;
    const ids = coreIds.map((coreId) => targetId(campaign_uuid, coreId));
    const pending = { _id: { $in: ids }, status: 'pending' } as const;
    return updateMatching(deps.Target, pending, { $set: { ...outcome, settled_at } });
  };
  const sended = await settle(sent, { status: 'sended' });
  let fails = 0;
  for (const { reason, core_ids } of failed) fails += await settle(core_ids, { status: 'fails', reason });
  return { sended, fails };
}

/** Counts the settled targets of a campaign among these devices. */
export async function countSettled(campaignUuid: string, coreIds: string[], { Target }: Deps): Promise<Settled> {
  const counts = await Target.aggregate<{ _id: TargetStatus; count: number }>([
    { $match: { _id: { $in: coreIds.map((coreId) => targetId(campaignUuid, coreId)) } } },
    { $group: { _id: '$status', count: { $sum: 1 } } },
  ]);
  const countOf = (status: TargetStatus) => counts.find(({ _id }) => _id === status)?.count ?? 0;
  return { sended: countOf('sended'), fails: countOf('fails') };
}
