import { collection, type Model } from '@herald/persistence';
import type { ProviderName } from '../providers/provider';

/** The push token of an app on a device. */
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
  /** Null when the provider no longer knows it, or the device never reported one. */
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

/** The provider for the operating system of a device. */
export const providerOf = ({ system_name }: Pick<PushToken, 'system_name'>): ProviderName =>
  system_name === 'ios' ? 'apns' : 'fcm';

/** Removes a token that the provider no longer knows, unless the device has reported a new one meanwhile. */
export async function forgetToken(
  { _id, token }: Pick<PushToken, '_id' | 'token'>,
  PushToken: Model<PushToken>,
): Promise<void> {
  await PushToken.updateOne({ _id, token }, { $set: { token: null } });
}
