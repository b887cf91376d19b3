import { object } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import type { NotificationsDeps } from '../deps';
import { deliveryHistory, toDeliveryHistory } from './delivery-history';

export const listSingleDeliveries = route('GET /notifications/v2/device/:core_id/delivery', {
  summary: 'List the single messages of a device',
  description: 'Newest first, with all tries and reports. What campaigns sent to it is listed by campaigns.',
  scope: 'notifications:read',
  resource: 'Notification',
  query: object(paging()),
  logsReads: true,
  returns: pageOf(deliveryHistory),
  errors: {},
  example: { params: { core_id: 'demo-00' } },
  handle({ params: { core_id }, query, caller }, { Delivery }: NotificationsDeps) {
    const filter = { core_id, campaign_uuid: null, ...ownedBy(caller) };
    return findPage(Delivery, { filter, ...query, sort: { created_at: -1 } }, toDeliveryHistory);
  },
});
