import { notFound, type HttpError } from '@herald/http';
import type { Model } from '@herald/persistence';
import type { Identity } from './identity.model';

/** The 404 of a uuid; it names the identity that the uuid was merged into. */
export async function missingIdentity(Identity: Model<Identity>, uuid: string, owned: object): Promise<HttpError> {
  const heir = await Identity.findOne({ former_documents: uuid, ...owned }).lean();
  if (!heir) return notFound({ message: 'not found in database neither in former documents' });
  return notFound({ message: `Not found. Posible merge in document with uuid ${heir.uuid}` });
}
