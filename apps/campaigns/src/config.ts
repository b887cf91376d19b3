import { daysOrForever, object, optional, withDefault, type TypeOf } from '@herald/contracts';
import { companyLimits } from './campaigns/company-limits';

export const config = object({
  /** A campaign to more devices must be confirmed with their number. */
  CONFIRM_ABOVE: optional(companyLimits()),
  /** A campaign to more devices needs the approval of a second person. */
  APPROVAL_ABOVE: optional(companyLimits()),
  /** Days after its end after which the devices of a campaign are removed; 0: never. */
  TARGET_DAYS: withDefault(daysOrForever(30), 400),
});
export type CampaignsSettings = TypeOf<typeof config>;
