import { leaseFields, record } from '@herald/persistence';

/** The leases of batches. While one is valid, a redelivered message of its batch waits. */
export const batchLeases = record('claims', {
  internal: leaseFields,
  personal: [],
  impersonal: ['_id', 'holder', 'until', 'forget_at'],
  indexes: [[{ forget_at: 1 }, { expireAfterSeconds: 0 }]],
  shardKey: ['_id'],
});

/** After `retentionDays` no message of a batch can arrive. */
export const batchLeaseOptions = { leaseMs: 6_000, retentionDays: 7 };
