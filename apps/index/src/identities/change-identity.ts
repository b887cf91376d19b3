import { mergeNewer } from '@herald/contracts';
import { invalid, notFound } from '@herald/http';
import { maxApps, mergeApp } from '../apps/merge-app';
import type { IndexDeps } from '../deps';
import { nextUpdateTime } from '../record-times';
import type { IdentityRequest } from './identity-request.schema';
import type { Identity } from './identity.model';

type RequestedApp = NonNullable<IdentityRequest['apps']>[number];
type ResolvedApp = { app_id: string; version?: string };

/** The apps of a request by their ids. The company service resolves those that are named by their bundle. */
export async function resolveApps(
  { company_uid, apps = [] }: IdentityRequest,
  { findApp }: Pick<IndexDeps, 'findApp'>,
) {
  const resolve = async ({ app_id, bundle_id, flavor_id, version }: RequestedApp): Promise<ResolvedApp> => {
    if (bundle_id === undefined) return { app_id: app_id!, version };
    const app = await findApp(company_uid, bundle_id, flavor_id);
    if (!app) throw notFound({ resource: 'App' });
    return { app_id: app.id, version };
  };
  return Promise.all(apps.map(resolve));
}

/** The identity with the values of an operator's request. */
export function changeIdentity(identity: Identity, request: IdentityRequest, resolved: ResolvedApp[]): Identity {
  const { company_uid: _company, apps: _apps, ...fields } = request;
  const at = nextUpdateTime(identity);
  const { known, said, unproven } = mergeNewer<Partial<Identity>>(identity, identity, { fields, at });
  const changed = { ...identity, ...known, said, unproven, updated_at: at };
  const { dni = '', email = '' } = changed;
  const ids = new Set([...identity.apps, ...resolved].map(({ app_id }) => app_id));
  if (ids.size > Math.max(maxApps, identity.apps.length))
    throw invalid({ errors: { apps: [`must not bring an identity to more than ${maxApps} apps`] } });
  return resolved.reduce<Identity>((one, app) => {
    const merged = mergeApp(one, { ...app, at }, (entry) => ({ ...entry, person: { dni, email } }));
    return { ...one, ...merged };
  }, changed);
}
