import { deleteInBatches } from '@herald/persistence';
import type { Job } from '@herald/service';
import type { EventsDeps } from './deps';

const dayMs = 86_400_000;

/** Removes records that are older than the retention. */
export const removeExpired: Job<EventsDeps> = {
  name: 'remove-expired',
  everySeconds: 600,
  async run({ ServiceEvent, retentionDays }, signal) {
    const expired = { created_at: { $lt: new Date(Date.now() - retentionDays * dayMs) } };
    await deleteInBatches(ServiceEvent, expired, signal);
  },
};
