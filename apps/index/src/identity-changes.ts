import { mergeNewer } from '@herald/contracts';
import { conflict, invalid, notFound, type HttpError } from '@herald/http';
import { duplicateKeys, type Model } from '@herald/persistence';
import { maxApps, withApp } from './app-entry';
import type { IndexDeps } from './deps';
import type { SentApp, SentIdentity } from './identity-body';
import type { Identity } from './identity.model';
import { releaseUnproven } from './release-unproven';
import { later } from './times';

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
  const { known, said, unproven } = mergeNewer<Partial<Identity>>(identity, identity, { fields: news, at });
  const now = { ...identity, ...known, said, unproven, updated_at: at };
  const { dni = '', email = '' } = now;
  const ids = new Set([...identity.apps, ...named].map(({ app_id }) => app_id));
  if (ids.size > Math.max(maxApps, identity.apps.length))
    throw invalid({ errors: { apps: [`must not bring an identity to more than ${maxApps} apps`] } });
  return named.reduce<Identity>((one, app) => {
    const entries = withApp(one, { ...app, at }, (entry) => ({ ...entry, person: { dni, email } }));
    return { ...one, ...entries };
  }, now);
}

const maxTries = 5;

/**
 * A dni and an e-mail belong to one identity of a company; the unique indexes decide, also at the same moment. What a
 * device said without proof is released for an operator.
 */
export async function orConflict<T>(
  { company_uid, dni, email }: SentIdentity,
  Identities: Model<Identity>,
  write: () => Promise<T>,
): Promise<T> {
  const wanted = { dni, email };
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      const taken = duplicateKeys(error)?.find((key) => key === 'dni' || key === 'email');
      if (!taken) throw error;
      const isReleased = await releaseUnproven(Identities, company_uid, { [taken]: wanted[taken] });
      if (isReleased && attempt < maxTries) continue;
      throw conflict({ errors: { [taken]: ['belongs to another identity of the company'] } });
    }
  }
}

/** Why there is no identity of this uuid: it was merged into another, or nobody knows it. */
export async function missingIdentity(Identities: Model<Identity>, uuid: string, owned: object): Promise<HttpError> {
  const heir = await Identities.findOne({ former_documents: uuid, ...owned }).lean<Identity>();
  if (!heir) return notFound({ message: 'not found in database neither in former documents' });
  return notFound({ message: `Not found. Posible merge in document with uuid ${heir.uuid}` });
}
