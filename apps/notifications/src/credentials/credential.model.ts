import { string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import type { ProviderName } from '../providers/provider';

/** Apps' own credentials for the providers, encrypted. */
export const credentials = record('credentials', {
  internal: {
    /** `<app_id>/<provider>`. */
    _id: string(),
    company_id: string(),
    sealed: string(),
    updated_at: timestamp(),
  },
  personal: [],
  impersonal: ['_id', 'company_id', 'sealed', 'updated_at'],
  shardKey: ['_id'],
});
export type Credential = Stored<typeof credentials>;

export const credentialId = (appId: string, provider: ProviderName): string => `${appId}/${provider}`;
