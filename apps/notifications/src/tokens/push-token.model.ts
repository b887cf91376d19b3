import { integer, nullable, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { blockField } from '@herald/subjects';
import type { NotificationsDeps } from '../deps';
import type { ProviderName } from '../providers/provider';

/** The push tokens of apps on devices. */
export const pushTokens = record('push_tokens', {
  internal: {
    /** `<app_id>/<core_id>`. */
    _id: string(),
    company_id: string(),
    core_id: string(),
    app_id: string(),
    bundle_id: string(),
    flavor_id: string(),
    device_id: integer(),
    system_name: string(),
    /** Null when the provider no longer knows it, or the device never reported one. */
    token: nullable(string()),
    reported_at: timestamp(),
    /** Of the device's person; senders read it with the token. */
    block: blockField(),
  },
  personal: ['_id', 'core_id', 'device_id', 'token', 'system_name', 'block'],
  impersonal: ['company_id', 'app_id', 'bundle_id', 'flavor_id', 'reported_at'],
  indexes: [
    [{ core_id: 1, company_id: 1 }],
    // The retention looks for devices whose token is gone.
    [{ reported_at: 1 }, { partialFilterExpression: { token: null }, name: 'lost' }],
  ],
  shardKey: ['_id'],
});
export type PushToken = Stored<typeof pushTokens>;

/** Why nothing is sent to a device. */
export const blockedReason = 'The device is blocked';

export const pushTokenId = (appId: string, coreId: string): string => `${appId}/${coreId}`;

/** The provider for the operating system of a device. */
export const providerOf = ({ system_name }: Pick<PushToken, 'system_name'>): ProviderName =>
  system_name === 'ios' ? 'apns' : 'fcm';

/** Removes a token that the provider no longer knows, unless the device has reported a new one meanwhile. */
export async function forgetToken(
  { app_id, core_id, token, system_name }: Pick<PushToken, 'app_id' | 'core_id' | 'token' | 'system_name'>,
  { PushToken, metrics }: Pick<NotificationsDeps, 'PushToken' | 'metrics'>,
): Promise<void> {
  const { modifiedCount } = await PushToken.updateOne(
    { _id: pushTokenId(app_id, core_id), token },
    { $set: { token: null } },
  );
  metrics.tokensRetired.at({ provider: providerOf({ system_name }) }).add(modifiedCount);
}
