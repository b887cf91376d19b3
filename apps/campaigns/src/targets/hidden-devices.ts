import type { Caller } from '@herald/auth';
import type { Campaign } from '../campaigns/campaign.model';
import type { CampaignsDeps } from '../deps';

/** The devices of blocked persons in a company, as far as the caller may not see them; all, or some of these. */
export async function hiddenDevices(
  { company_id }: Pick<Campaign, 'company_id'>,
  { hiddenFrom }: Pick<CampaignsDeps, 'hiddenFrom'>,
  { caller, coreIds }: { caller: Caller; coreIds?: string[] },
): Promise<Set<string>> {
  const hidden = await hiddenFrom({ ...caller, companies: [company_id] }, coreIds);
  return new Set(hidden.map(({ name }) => name));
}
