import { list, nullable, object, string, timestamp, uuid } from '@herald/contracts';
import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { deliveryFields, toDeliveryAnswer } from './delivery.model';
import type { NotificationsDeps } from '../deps';
import { providerName } from '../providers/provider';
import { notificationUuid } from './notification-uuid';

const history = object({
  ...deliveryFields,
  campaign_uuid: nullable(string()),
  provider: nullable(providerName()),
  name: nullable(string().allow('')),
  tries: list(object({ at: timestamp(), outcome: string(), answer: string().allow('') })),
  reports: list(object({ action: string(), at: timestamp() })),
});

export const readDeliveryHistory = route('GET /notifications/v2/delivery/:sent_under/:core_id', {
  summary: 'Read all tries and reports of a notification',
  description:
    'The notification is named by the device and by the uuid of its campaign or the id of its single message.',
  scope: 'notifications:read',
  resource: 'Notification',
  params: { sent_under: uuid() },
  returns: found(history),
  errors: { 404: 'No try to send it is known' },
  example: { params: { sent_under: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10', core_id: 'demo-00' } },
  async handle({ params: { sent_under, core_id }, caller }, { Delivery }: NotificationsDeps) {
    const _id = notificationUuid(sent_under, core_id);
    const delivery = await Delivery.findOne({ _id, ...ownedBy(caller) }).lean();
    if (!delivery) throw notFound({ errors: 'Notification not found' });
    const { campaign_uuid, provider, name, created_at, reports = [] } = delivery;
    const { tries = [{ at: created_at, outcome: 'sent', answer: '' }] } = delivery;
    return { ...toDeliveryAnswer(delivery), campaign_uuid, provider, name, tries, reports };
  },
});
