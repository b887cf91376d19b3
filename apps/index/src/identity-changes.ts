import { conflict, notFound, type HttpError } from '@herald/http';
import { duplicateKeys, type Model } from '@herald/persistence';
import { withApp } from './app-entry';
import type { IndexDeps } from './deps';
import type { SentApp, SentIdentity } from './identity-body';
import type { Identity } from './identity.model';
import { later, takeNewer } from './said';

export type KnownAppId = { app_id: string; version?: string };

/** The apps of a request by their ids; one that is named by its bundle is asked of the company service. */
export async function resolveApps(company: string, apps: SentApp[] = [], findApp: IndexDeps['findApp']) {
  const resolve = async ({ app_id, bundle_id, flavor_id, version }: SentApp): Promise<KnownAppId> => {
    if (bundle_id === undefined) return { app_id: app_id!, version };
    const app = await findApp(company, bundle_id, flavor_id);
    if (!app) throw notFound({ resource: 'App' });
    return { app_id: app.id, version };
  };
  return Promise.all(apps.map(resolve));
}

/** The identity as a request wants it from now on. */
export function withChanges(identity: Identity, { company_uid, apps, ...news }: SentIdentity, named: KnownAppId[]) {
  // Later than all that was said before, whatever the clocks of other machines say.
  const at = later(new Date(), new Date(identity.updated_at.getTime() + 1));
  const { known, said } = takeNewer<Partial<Identity>>(identity, identity.said, { news, at });
  const now = { ...identity, ...known, said, updated_at: at };
  const { dni = '', email = '' } = now;
  return named.reduce<Identity>((one, app) => {
    const entries = withApp(one.apps, one.said, { ...app, at }, (entry) => ({ ...entry, person: { dni, email } }));
    return { ...one, ...entries };
  }, now);
}

/** A dni and an e-mail belong to one identity of a company; the unique indexes decide, also at the same moment. */
export async function orConflict<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const taken = duplicateKeys(error)?.find((key) => key === 'dni' || key === 'email');
    if (!taken) throw error;
    throw conflict({ errors: { [taken]: ['belongs to another identity of the company'] } });
  }
}

/** Why there is no identity of this uuid: it was merged into another, or nobody knows it. */
export async function missingIdentity(Identities: Model<Identity>, uuid: string, owned: object): Promise<HttpError> {
  const heir = await Identities.findOne({ former_documents: uuid, ...owned }).lean<Identity>();
  if (!heir) return notFound({ message: 'not found in database neither in former documents' });
  return notFound({ message: `Not found. Posible merge in document with uuid ${heir.uuid}` });
}
