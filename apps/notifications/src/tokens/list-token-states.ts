import { boolean, list, object, string, timestamp } from '@herald/contracts';
import { found, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import type { NotificationsDeps } from '../deps';
import { providerName } from '../providers/provider';
import { providerOf, type PushToken } from './push-token.model';

const tokenState = object({
  app_id: string(),
  application_name: string(),
  provider: providerName(),
  has_token: boolean(),
  is_blocked: boolean(),
  reported_at: timestamp(),
});

export const listTokenStates = route('GET /notifications/v2/device/:core_id/token', {
  summary: "List the states of a device's push tokens",
  description:
    'One for each app. `has_token` is false when the device never reported a token, or the provider no longer knows ' +
    'it; `is_blocked` when the person is blocked, which takes `privacy:read` to see; `reported_at` is the last report. ' +
    'The tokens themselves are never shown.',
  scope: 'notifications:read',
  resource: 'Device',
  returns: found(list(tokenState)),
  errors: {},
  example: { params: { core_id: 'demo-00' } },
  async handle({ params, caller }, { PushToken }: NotificationsDeps) {
    const tokens = await PushToken.find({ core_id: params.core_id, ...ownedBy(caller), ...visibleTo(caller) }).lean();
    return tokens.map(toTokenState);
  },
});

const toTokenState = (token: PushToken) => ({
  app_id: token.app_id,
  application_name: token.bundle_id,
  provider: providerOf(token),
  has_token: token.token !== null,
  is_blocked: token.block?.is === true,
  reported_at: token.reported_at,
});
