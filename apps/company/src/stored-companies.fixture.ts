import { startForTest } from '@herald/testing';
import { service } from './service';

/** Starts the service with the companies Acme (1) and Globex (2), and three apps of Acme. */
export async function startWithCompanies() {
  const herald = await startForTest(service);
  for (const name of ['Acme', 'Globex'])
    await herald.as()('POST /company/api/v2/company', { body: { name, identified_by: 'email' } });
  for (const name of ['one', 'two', 'three']) {
    const bundle = { bundle_id: `com.acme.${name}`, flavor_id: `com.acme.${name}` };
    await herald.as()('POST /company/api/v2/app', { body: { company_id: 1, ...bundle, os: 'ios', capabilities: [] } });
  }
  return herald;
}

export const companyNotFound = [404, { status: false, message: 'Company not found.' }];
