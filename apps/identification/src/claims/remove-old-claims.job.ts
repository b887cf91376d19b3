import type { Job } from '@herald/service';
import type { IdentificationDeps } from '../deps';

/** Removes claims after their retention time. */
export const removeOldClaims: Job<IdentificationDeps> = {
  name: 'remove-old-claims',
  everySeconds: 3600,
  async run({ Person, claimRetentionMs }) {
    const old = { at: { $lt: new Date(Date.now() - claimRetentionMs) } };
    const update = { $pull: { claims: old }, $inc: { revision: 1 } };
    await Person.updateMany({ 'claims.at': old.at }, update, { timestamps: false });
  },
};
