import type { Caller } from '@herald/auth';
import { invalid } from '@herald/http';
import type { CampaignsDeps } from '../deps';
import { countWanted } from '../targets/wanted-batches';
import { requestApproval, type Approval } from './approval';
import { limitOf } from './company-limits';
import type { NamedDevice } from './named-devices';

export type Audience = {
  notifications?: NamedDevice[];
  segment_id?: string;
  retry_of?: string;
  retry_reason?: string;
};
export type Launch = Audience & { confirmed_devices?: number; needs_approval?: boolean; is_test?: boolean };

/** The devices of a segment change between the moment they are counted and the launch. */
const tolerance = 0.01;

/** How many devices a campaign is for, now. */
export async function countAudience(audience: Audience, deps: CampaignsDeps): Promise<number> {
  const { notifications, segment_id, retry_of, retry_reason: reason } = audience;
  if (notifications) return new Set(notifications.map(({ core_id }) => core_id)).size;
  if (segment_id)
    return (await deps.segmentDevices(segment_id, { after: '', per_page: 1, fields: ['core_id'] }))?.total ?? 0;
  return countWanted(retry_of!, { status: 'fails', ...(reason ? { reason } : {}) }, deps);
}

/**
 * Checks a launch against the limits of its company: throws 422 unless a large one is confirmed with its number of
 * devices. Gives the approval that it has to wait for.
 */
export async function guardLaunch(
  launch: Launch,
  { companyId, caller }: { companyId: string; caller: Caller },
  deps: CampaignsDeps,
): Promise<Approval | undefined> {
  const { needs_approval = false, confirmed_devices, is_test = false } = launch;
  if (is_test) return undefined;
  const confirmAbove = limitOf(deps.limits.CONFIRM_ABOVE, companyId);
  const approvalAbove = limitOf(deps.limits.APPROVAL_ABOVE, companyId);
  if (!needs_approval && confirmAbove === Infinity && approvalAbove === Infinity) return undefined;
  const count = await countAudience(launch, deps);
  if (count > confirmAbove && !isConfirmed(count, confirmed_devices))
    throw invalid({ errors: { confirmed_devices: [`must be ${count}, the number of devices`] } });
  return needs_approval || count > approvalAbove ? requestApproval(caller.subject, count) : undefined;
}

const isConfirmed = (count: number, confirmed = 0) => Math.abs(count - confirmed) <= count * tolerance;
