import { otherService, type OtherService } from '@herald/testing';

/** A company service in which company 1 has the app `com.acme.wallet`; its id is 11. */
export function companyForTest(): Promise<OtherService> {
  return otherService((asked, query) => {
    if (asked !== 'GET /company/api/v2/company/1/app') return undefined;
    const wallet = { id: 11, company_id: 1, bundle_id: 'com.acme.wallet', flavor_id: 'red', name: 'Wallet', os: 'ios' };
    return { body: { status: true, app: query.get('bundle_id') === wallet.bundle_id ? [wallet] : [] } };
  });
}
