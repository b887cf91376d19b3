import type { Model } from '@herald/persistence';
import type { Identity } from './identity.model';
import { revise } from './revise';

type Key = 'dni' | 'email';

/** Frees a dni or an e-mail that an identity holds by a device's unproven word. False: it is held by a proven one. */
export async function releaseUnproven(
  Identities: Model<Identity>,
  company_id: string,
  value: Partial<Pick<Identity, Key>>,
): Promise<boolean> {
  const [key] = Object.keys(value) as [Key];
  const holder = await Identities.findOne({ company_id, ...value }).lean<Identity>();
  if (!holder?.unproven?.[key]) return holder === null;
  const { uuid, revision, former_documents } = holder;
  const isLastKey = holder[key === 'dni' ? 'email' : 'dni'] === undefined;
  // Without both keys only its uuid would find the identity; one that operators merged others into is kept.
  if (isLastKey && !former_documents) await Identities.deleteOne({ uuid, revision });
  else await revise(Identities, { uuid }, (identity) => withoutKey(identity, key));
  return true;
}

function withoutKey(identity: Identity, key: Key): Identity {
  if (!identity.unproven?.[key]) return identity;
  const { [key]: _released, ...rest } = identity;
  const { [key]: _holder, ...unproven } = identity.unproven;
  const { [key]: _at, ...said } = identity.said;
  return { ...rest, unproven, said };
}
