import { exampleIds, uuid } from '@herald/contracts';
import { found, notFound, route } from '@herald/http';
import type { NotificationsDeps } from '../deps';
import { deliveryHistory, toDeliveryHistory } from './delivery-history';
import { findSent } from './find-delivery';
import { shownTo } from './shown-to';

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
    const isShown = shownTo(caller, await deps.hiddenFrom(caller, [core_id]));
    const delivery = await findSent(sent_under, core_id, deps);
    if (!delivery || !isShown(delivery.company_id)) throw notFound({ errors: 'Notification not found' });
    return toDeliveryHistory(delivery);
  },
});
