import { collection } from '@herald/persistence';

/** The process that runs a job, and the end of its lease. */
export type Lease = { _id: string; holder: string; until: Date };

export const leaseModel = collection<Lease>('leases', { fields: { _id: String, holder: String, until: Date } });
