import type { PushBatch } from '@herald/envelopes';
import { againOnCollision, type Model } from '@herald/persistence';
import type { KnownCampaign } from './known-campaign.model';

/** What another process has heard of is known here after so long. */
const goesOnForMs = 500;
const mostRemembered = 1_000;

/** Tells whether a campaign was stopped; makes it known when it is new. Batches that ask at the same time share one look-up. */
export function stoppedCampaigns(KnownCampaign: Model<KnownCampaign>) {
  const goingOn = new Map<string, number>();
  const underWay = new Map<string, Promise<boolean>>();
  const lookUp = async ({ uuid: _id, company_id, message_id }: PushBatch['campaign']): Promise<boolean> => {
    const options = { upsert: true, returnDocument: 'after', lean: true } as const;
    const known = { $set: { company_id, message_id } };
    const found = await againOnCollision(async () => KnownCampaign.findOneAndUpdate({ _id }, known, options));
    const { stopped } = found as KnownCampaign;
    if (goingOn.size >= mostRemembered) goingOn.clear();
    if (!stopped) goingOn.set(_id, performance.now() + goesOnForMs);
    return stopped;
  };
  return async (campaign: PushBatch['campaign']): Promise<boolean> => {
    const { uuid } = campaign;
    if (performance.now() < (goingOn.get(uuid) ?? 0)) return false;
    const pending = underWay.get(uuid) ?? lookUp(campaign).finally(() => underWay.delete(uuid));
    underWay.set(uuid, pending);
    return pending;
  };
}
