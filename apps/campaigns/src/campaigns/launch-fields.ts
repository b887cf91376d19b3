import { boolean, integer, optional } from '@herald/contracts';

/** What every launch of a campaign may say beside its message and its devices. */
export const launchFields = () => ({
  rate: optional(integer().min(1).max(1_000_000).description('Maximum messages per second')),
  confirmed_devices: optional(
    integer().min(1).description('The number of devices, which a launch above the limit of its company must name'),
  ),
  needs_approval: optional(boolean().description('Nothing is sent before a second person has approved the campaign')),
});
