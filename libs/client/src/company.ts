import { cached } from '@herald/concurrency';
import { DependencyDown } from './breaker';
import type { CallService } from './call-service';

export type KnownCompany = { id: string; uuid: string; name: string; identified_by: 'email' | 'username' | 'document' };
export type KnownApp = {
  id: string;
  company_id: string;
  name: string;
  bundle_id: string;
  flavor_id: string;
  os: string;
};
export type CompanyClient = ReturnType<typeof companyClient>;

type CompanyBody = { company: Omit<KnownCompany, 'id'> & { id: number } };
type AppsBody = { app: (Omit<KnownApp, 'id' | 'company_id'> & { id: number; company_id: number })[] };

const ttlMs = 60_000;

/** Reads companies and apps from the company service. */
export function companyClient(call: CallService) {
  const lookUpCompany = async (id: string): Promise<KnownCompany | undefined> => {
    const { status, body } = await call(`/company/api/v2/company/${encodeURIComponent(id)}`);
    if (status !== 200) return undefined;
    const { company } = body as CompanyBody;
    return { ...company, id: String(company.id) };
  };
  const lookUpApp = async (key: string): Promise<KnownApp | undefined> => {
    const [companyId, bundle_id, flavor_id] = JSON.parse(key) as [string, string, string | null];
    const query = { bundle_id, ...(flavor_id === null ? {} : { flavor_id }) };
    const { status, body } = await call(`/company/api/v2/company/${encodeURIComponent(companyId)}/app`, { query });
    return status === 200 ? (body as AppsBody).app.map(knownApp)[0] : undefined;
  };
  const findCachedApp = cached(lookUpApp, { ttlMs });
  return {
    /** Undefined when the company does not exist. */
    findCompany: cached(lookUpCompany, { ttlMs }),
    /** The company's app of a bundle, and of a flavour where one is named. */
    findApp: (companyId: string, bundleId: string, flavorId?: string) =>
      findCachedApp(JSON.stringify([companyId, bundleId, flavorId ?? null])),
    /** The apps of a bundle in all companies; a generic bundle has several. */
    async appsOfBundle(bundle_id: string): Promise<KnownApp[]> {
      const { status, body } = await call('/company/api/v2/app', { query: { bundle_id, per_page: '1000' } });
      if (status !== 200) throw new DependencyDown(`company answered ${status}`);
      return (body as AppsBody).app.map(knownApp);
    },
  };
}

function knownApp(app: AppsBody['app'][number]): KnownApp {
  return { ...app, id: String(app.id), company_id: String(app.company_id) };
}
