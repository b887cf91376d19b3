import type { IdentificationDeps } from './deps';

/** Removes claims after their retention time. */
export async function removeOldClaims({ Person, claimsMs }: IdentificationDeps): Promise<void> {
  const old = { at: { $lt: new Date(Date.now() - claimsMs) } };
  const update = { $pull: { claims: old }, $inc: { revision: 1 } };
  await Person.updateMany({ 'claims.at': old.at }, update, { timestamps: false });
}
