import { collection, duplicateKeys, type Model } from '@herald/persistence';

/** What a bundle id is used for: one plain app, or the flavors of a generic one. */
export type Bundle = { _id: string; generic_app: boolean; claimed_at: Date };

export const bundleModel = collection<Bundle>('bundles', {
  fields: { _id: String, generic_app: Boolean, claimed_at: Date },
});

/** A claim this old without an app was left behind by a process that died. */
const claimTimeoutMs = 60_000;

/** Decides by one unique key between creations at the same time: false where the bundle is used the other way. */
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
  // Two equal claims at once may collide as well; the second attempt finds the first one's.
  if ((await claim()) || (await claim())) return true;
  if (await isUsed()) return false;
  const abandoned = { _id, claimed_at: { $lt: new Date(Date.now() - claimTimeoutMs) } };
  const { matchedCount } = await Bundle.updateOne(abandoned, { $set: { generic_app, claimed_at: new Date() } });
  return matchedCount > 0;
}
