import type { Caller } from '@herald/auth';
import { notFound } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';

/** The campaign of this uuid among those the caller may see, or the 404. */
export async function findCampaign(
  uuid: string,
  caller: Caller,
  { Campaign }: Pick<CampaignsDeps, 'Campaign'>,
): Promise<Campaign> {
  const campaign = await Campaign.findOne({ uuid: uuid.toLowerCase(), ...ownedBy(caller) }).lean<Campaign>();
  if (!campaign) throw notFound({ resource: 'Campaign' });
  return campaign;
}
