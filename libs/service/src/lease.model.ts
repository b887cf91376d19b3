import { leaseFields, record } from '@herald/persistence';

/** The leases of jobs, by the name of the job. */
export const jobLeases = record('leases', { internal: leaseFields, shardKey: ['_id'] });
