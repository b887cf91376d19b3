import { optional, text } from '@herald/contracts';
import { targetStatus } from './target-list.model';

/** Query keys that narrow the devices of a campaign. */
export const targetFilter = () => ({
  status: optional(targetStatus()),
  reason: optional(text(4_096).description('Only failed devices with exactly this reason')),
});
