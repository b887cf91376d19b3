import { randomUUID } from 'node:crypto';
import { deliveryReported } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { CampaignsDeps } from './deps';
import { targetId, type Target } from './target.model';

export const onDeliveryReported = consumer({
  name: 'on-delivery-reported',
  on: deliveryReported,
  prefetch: 50,
  async handle({ campaign_uuid, core_id, action, revision }, { Target, Batch }: CampaignsDeps) {
    const _id = targetId(campaign_uuid, core_id);
    const target = await Target.findById(_id, { batch: 1 }).lean<Target>();
    if (!target) return;
    const reported_in = `${campaign_uuid}/${target.batch}`;
    // The latest counts, whenever it comes.
    const older = { $or: [{ revision: { $exists: false } }, { revision: { $lt: revision } }] };
    await Target.updateOne({ _id, ...older }, { $set: { action, revision, reported_in } });
    // Marked also for a repeat: whoever noted it first may have died before marking.
    await Batch.updateOne({ _id: reported_in }, { $set: { uncounted: randomUUID() } });
  },
});
