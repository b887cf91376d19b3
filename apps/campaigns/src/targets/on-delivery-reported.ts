import { randomUUID } from 'node:crypto';
import { deliveryReported } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { batchIdOf } from '../batches/batch.model';
import type { CampaignsDeps } from '../deps';
import { targetId } from './target.model';

export const onDeliveryReported = consumer({
  name: 'on-delivery-reported',
  on: deliveryReported,
  prefetch: 50,
  async handle({ campaign_uuid, core_id, action, revision }, { Target, Batch }: CampaignsDeps) {
    const _id = targetId(campaign_uuid, core_id);
    const target = await Target.findById(_id, { batch: 1 }).lean();
    if (!target) return;
    const reported_in = batchIdOf(campaign_uuid, target.batch);
    // The highest revision wins, whatever arrives first.
    const older = { $or: [{ revision: { $exists: false } }, { revision: { $lt: revision } }] };
    await Target.updateOne({ _id, ...older }, { $set: { action, revision, reported_in } });
    // A duplicate marks the batch too: the process of the first delivery may have died before its mark.
    await Batch.updateOne({ _id: reported_in, is_final: { $exists: false } }, { $set: { uncounted: randomUUID() } });
  },
});
