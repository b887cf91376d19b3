import { object } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import { withoutHidden } from '@herald/subjects';
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
  async handle({ params: { core_id }, query, caller }, { Delivery, hiddenFrom }: NotificationsDeps) {
    const shown = withoutHidden(await hiddenFrom(caller, [core_id]), 'core_id');
    const filter = { core_id, campaign_uuid: null, ...ownedBy(caller), ...shown };
    return findPage(Delivery, { filter, ...query, sort: { created_at: -1 } }, toDeliveryHistory);
  },
});
