import { randomUUID } from 'node:crypto';
import { deliveryReported } from '@herald/envelopes';
import { consumer } from '@herald/messaging';
import type { CampaignsDeps } from './deps';
import { targetId, type Target } from './target.model';

export const onDeliveryReported = consumer({
  name: 'on-delivery-reported',
  on: deliveryReported,
  prefetch: 50,
  async handle({ campaign_uuid, core_id, action, reported_at }, { Target, Batch }: CampaignsDeps) {
    const action_at = new Date(reported_at);
    const _id = targetId(campaign_uuid, core_id);
    const target = await Target.findById(_id, { batch: 1 }).lean<Target>();
    if (!target) return;
    const reported_in = `${campaign_uuid}/${target.batch}`;
    // The latest counts, whenever it comes; RECEIVED only as long as there is no other.
    const none = { action: { $exists: false } };
    const older = { action_at: { $lt: action_at } };
    const mayChange = action === 'RECEIVED' ? none : { $or: [none, { action: 'RECEIVED' as const }, older] };
    const { matchedCount } = await Target.updateOne(
      { _id, ...mayChange },
      { $set: { action, action_at, reported_in } },
    );
    // Marked also for a repeat: whoever noted it first may have died before marking.
    if (matchedCount > 0 || action !== 'RECEIVED')
      await Batch.updateOne({ _id: reported_in }, { $set: { uncounted: randomUUID() } });
  },
});
