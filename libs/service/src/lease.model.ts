import { collection } from '@herald/persistence';

/** Who does a job at the moment, and until when nobody else may. */
export type Lease = { _id: string; holder: string; until: Date };

export const leaseModel = collection<Lease>('leases', { fields: { _id: String, holder: String, until: Date } });
