import { collection, type Model } from '@herald/persistence';
import type { ProviderName } from './providers/provider';

/** Where an app on a device is reached. */
export type PushToken = {
  /** `<app_id>/<core_id>`. */
  _id: string;
  company_id: string;
  core_id: string;
  app_id: string;
  bundle_id: string;
  flavor_id: string;
  device_id: number;
  system_name: string;
  /** Null: the provider said that it is no more, or there never was one. */
  token: string | null;
  reported_at: Date;
};

export const pushTokenId = (appId: string, coreId: string): string => `${appId}/${coreId}`;

export const pushTokenModel = collection<PushToken>('push_tokens', {
  fields: {
    _id: String,
    company_id: String,
    core_id: String,
    app_id: String,
    bundle_id: String,
    flavor_id: String,
    device_id: Number,
    system_name: String,
    token: String,
    reported_at: Date,
  },
  indexes: [[{ core_id: 1, company_id: 1 }]],
});

/** Who reaches a device of this system. */
export const providerOf = ({ system_name }: Pick<PushToken, 'system_name'>): ProviderName =>
  system_name === 'ios' ? 'apns' : 'fcm';

/** The provider says that it is of no device any more. One that came in the meantime stays. */
export async function forgetToken(
  { _id, token }: Pick<PushToken, '_id' | 'token'>,
  PushToken: Model<PushToken>,
): Promise<void> {
  await PushToken.updateOne({ _id, token }, { $set: { token: null } });
}
