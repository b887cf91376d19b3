import { object, optional, type TypeOf } from '@herald/contracts';
import { companyLimits } from './campaigns/company-limits';

export const config = object({
  /** A campaign to more devices must be confirmed with their number. */
  CONFIRM_ABOVE: optional(companyLimits()),
  /** A campaign to more devices needs the approval of a second person. */
  APPROVAL_ABOVE: optional(companyLimits()),
});
export type CampaignsSettings = TypeOf<typeof config>;
