import { boolean, string, timestamp } from '@herald/contracts';
import { duplicateKeys, record, type Model, type Stored } from '@herald/persistence';

/** What a bundle id is used for: one plain app, or the flavors of a generic one. */
export const bundles = record('bundles', {
  internal: { _id: string(), generic_app: boolean(), claimed_at: timestamp() },
  personal: [],
  impersonal: ['_id', 'generic_app', 'claimed_at'],
  shardKey: ['_id'],
});
export type Bundle = Stored<typeof bundles>;

/** A claim this old without an app belongs to a process that died. */
const claimTimeoutMs = 60_000;

/** Decides by one unique key between concurrent creations: false where the bundle is used the other way. */
export async function claimBundle(
  Bundle: Model<Bundle>,
  _id: string,
  generic_app: boolean,
  isUsed: () => Promise<boolean>,
): Promise<boolean> {
  const claim = () =>
    Bundle.updateOne({ _id, generic_app }, { $set: { claimed_at: new Date() } }, { upsert: true }).then(
      () => true,
      (error: unknown) => {
        if (!duplicateKeys(error)) throw error;
        return false;
      },
    );
  // Two equal concurrent claims may collide as well; the second attempt finds the first.
  if ((await claim()) || (await claim())) return true;
  if (await isUsed()) return false;
  const abandoned = { _id, claimed_at: { $lt: new Date(Date.now() - claimTimeoutMs) } };
  const { matchedCount } = await Bundle.updateOne(abandoned, { $set: { generic_app, claimed_at: new Date() } });
  return matchedCount > 0;
}
