import { leaseFields, record } from '@herald/persistence';

/** The leases of jobs, by the name of the job. */
export const jobLeases = record('leases', {
  internal: leaseFields,
  personal: [],
  impersonal: ['_id', 'holder', 'until', 'forget_at'],
  shardKey: ['_id'],
});
