import { exampleIds, uuid } from '@herald/contracts';
import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { withoutHidden } from '@herald/subjects';
import type { NotificationsDeps } from '../deps';
import { deliveryHistory, toDeliveryHistory } from './delivery-history';
import { findDeliveries } from './find-deliveries';
import { possibleUuids } from './notification-uuid';

export const readDeliveryHistory = route('GET /notifications/v2/delivery/:sent_under/:core_id', {
  summary: 'Read all tries and reports of a notification',
  description:
    'The notification is named by the device and by the uuid of its campaign or the id of its single message.',
  scope: 'notifications:read',
  resource: 'Notification',
  params: { sent_under: uuid() },
  logsReads: true,
  returns: found(deliveryHistory),
  errors: { 404: 'No try to send it is known' },
  example: { params: { sent_under: exampleIds.campaign, core_id: 'demo-00' } },
  async handle({ params: { sent_under, core_id }, caller }, deps: NotificationsDeps) {
    const shown = withoutHidden(await deps.hiddenFrom(caller, [core_id]), 'core_id');
    const [delivery] = await findDeliveries(possibleUuids(sent_under, core_id), { ...ownedBy(caller), ...shown }, deps);
    if (!delivery) throw notFound({ errors: 'Notification not found' });
    return toDeliveryHistory(delivery);
  },
});
