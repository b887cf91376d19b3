import { migrateMutations } from './migrate-mutations';
import { networkMutations } from './network-mutations';
import { referenceMutations } from './reference-mutations';
import { workloadMutations } from './workload-mutations';

/** The faults that the invariants must find; each invariant has one at least. */
export const mutations = [...workloadMutations, ...referenceMutations, ...migrateMutations, ...networkMutations];
