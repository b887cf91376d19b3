import { stale } from '@herald/persistence';
import type { Job } from '@herald/service';
import type { IndexDeps } from '../deps';
import { tellIdentity } from './tell-identity';

/** A process that made a change tells it sooner, unless it ended. */
const minAgeMs = 60_000;
const batchSize = 100;

/** Publishes identities whose change was stored by a process that ended before it told other services. */
export const tellIdentities: Job<IndexDeps> = {
  name: 'tell-identities',
  everySeconds: 30,
  async run(deps, signal) {
    // A merge that was interrupted tells its heir when it is tried again.
    const left = { is_untold: true, inherited: { $exists: false }, ...stale('updated_at', minAgeMs) };
    for (const identity of await deps.Identity.find(left).limit(batchSize).lean()) {
      if (signal.aborted) return;
      await tellIdentity(identity, deps);
    }
  },
};
