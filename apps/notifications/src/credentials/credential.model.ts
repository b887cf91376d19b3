import { collection } from '@herald/persistence';
import type { ProviderName } from '../providers/provider';

/** An app's own credentials for one provider, encrypted. */
export type Credential = {
  /** `<app_id>/<provider>`. */
  _id: string;
  company_id: string;
  sealed: string;
  updated_at: Date;
};

export const credentialId = (appId: string, provider: ProviderName): string => `${appId}/${provider}`;

export const credentialModel = collection<Credential>('credentials', {
  fields: { _id: String, company_id: String, sealed: String, updated_at: Date },
});
