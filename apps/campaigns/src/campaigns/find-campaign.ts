import type { Caller } from '@herald/auth';
import { notFound } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { CampaignsDeps } from '../deps';
import type { Campaign } from './campaign.model';

/** The campaign of this uuid, or 404 where the caller may not see it. */
export async function findCampaign(
  uuid: string,
  caller: Caller,
  { Campaign }: Pick<CampaignsDeps, 'Campaign'>,
): Promise<Campaign> {
  const campaign = await Campaign.findOne({ uuid: uuid.toLowerCase(), ...ownedBy(caller) }).lean();
  if (!campaign) throw notFound({ resource: 'Campaign' });
  return campaign;
}
