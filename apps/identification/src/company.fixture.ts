import { otherService, type OtherService } from '@herald/testing';

/** A company service in which companies 1 and 2 have the app `com.acme.wallet`; their apps are 11 and 12. */
export function companyForTest(): Promise<OtherService> {
  return otherService((asked, query) => {
    const company = /^GET \/company\/api\/v2\/company\/([12])\/app$/.exec(asked)?.[1];
    if (!company) return undefined;
    const wallet = { id: 10 + Number(company), company_id: Number(company), bundle_id: 'com.acme.wallet' };
    const known = query.get('bundle_id') === wallet.bundle_id && ['red', null].includes(query.get('flavor_id'));
    return {
      body: { status: true, app: known ? [{ ...wallet, flavor_id: 'red', name: 'Wallet', os: 'android' }] : [] },
    };
  });
}
