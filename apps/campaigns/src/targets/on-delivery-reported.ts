import { randomUUID } from 'node:crypto';
import { deliveryReported, type DeliveryReported } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { insertMissing } from '@herald/persistence';
import { batchIdOf } from '../batches/batch.model';
import type { CampaignsDeps } from '../deps';
import { findTargets } from './find-targets';
import { coreIdOf, targetId, uuidOf, type Target } from './target.model';

export const onDeliveryReported = consumer({
  name: 'on-delivery-reported',
  on: deliveryReported,
  prefetch: 50,
  async handle(report, deps: CampaignsDeps) {
    const { campaign_uuid, action, revision } = report;
    const { Target, Batch } = deps;
    const target = await ensureTarget(report, deps);
    if (!target) return;
    const { _id, batch } = target;
    const reported_in = batchIdOf(campaign_uuid, batch);
    // The highest revision wins, whatever arrives first.
    const older = { $or: [{ revision: { $exists: false } }, { revision: { $lt: revision } }] };
    await Target.updateOne({ _id, ...older }, { $set: { action, revision, reported_in } });
    // A duplicate marks the batch too: the process of the first delivery may have died before its mark.
    await Batch.updateOne({ _id: reported_in, is_final: { $exists: false } }, { $set: { uncounted: randomUUID() } });
  },
});

/**
 * The record of a target that reports; most get theirs then. The device is looked for in its batch after the record is
 * created: an erasure that came earlier has left no such device there, and one that comes later finds the record.
 */
async function ensureTarget(
  { campaign_uuid, core_id, batch }: DeliveryReported,
  deps: CampaignsDeps,
): Promise<Target | undefined> {
  const { Target } = deps;
  const _id = targetId(campaign_uuid, core_id);
  const known = await Target.findById(_id).lean();
  if (known?.reported_in) return known;
  // Of a push of an earlier version the batch is not said.
  const said = batch === undefined ? undefined : { _id, batch };
  const target = known ?? said ?? (await findTargets(core_id, [campaign_uuid], deps))[0]?.target;
  if (!target) return undefined;
  if (!known) await insertMissing(Target, [target]);
  if (await isListed(target, deps)) return target;
  await Target.deleteOne({ _id, reported_in: { $exists: false } });
  return undefined;
}

async function isListed({ _id, batch }: Target, { TargetList, Entries }: CampaignsDeps): Promise<boolean> {
  const core_ids = coreIdOf(_id);
  const list = await TargetList.findById(batchIdOf(uuidOf(_id), batch), { entries_id: 1 }).lean();
  // Targets of earlier versions may have no list yet.
  if (!list) return true;
  const { entries_id } = list;
  return !!(await (entries_id
    ? Entries.exists({ _id: entries_id, core_ids })
    : TargetList.exists({ _id: list._id, core_ids })));
}
