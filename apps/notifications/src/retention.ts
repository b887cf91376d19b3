import { goesWith, retains, type Retention } from '@herald/subjects';
import { deliveries } from './deliveries/delivery.model';
import { retainsCampaignDeliveries } from './deliveries/retain-campaign-deliveries';
import type { NotificationsDeps } from './deps';
import { pushTokens } from './tokens/push-token.model';

export const retention: Retention<NotificationsDeps>[] = [
  // With the tries and the reports of devices.
  retains(deliveries, { setting: 'DELIVERY_DAYS', since: 'created_at' }),
  retainsCampaignDeliveries,
  // A device that starts the app reports again, with a token or without, before the days are over.
  retains(pushTokens, {
    kind: 'lost push tokens',
    setting: 'UNREACHABLE_DAYS',
    since: 'reported_at',
    where: { token: null },
  }),
  goesWith(pushTokens, 'the devices of identification'),
];
