import { timestamp, uuid } from '@herald/contracts';
import { found, notFound, route, shape } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import Joi from 'joi';
import { deliveryFields, toDelivery, type Delivery } from './delivery.model';
import type { NotificationsDeps } from '../deps';
import { notificationUuid } from './notification-uuid';

const history = shape({
  ...deliveryFields,
  createdAt: timestamp(),
  updatedAt: timestamp(),
  campaign_uuid: Joi.string().allow(null),
  provider: Joi.valid('fcm', 'apns').allow(null),
  name: Joi.string().allow(null, ''),
  tries: Joi.array().items(
    shape({ at: timestamp(), outcome: Joi.string(), answer: Joi.string().allow('') }).optional(),
  ),
  reports: Joi.array().items(shape({ action: Joi.string(), at: timestamp() }).optional()),
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
  example: { params: { sent_under: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10', core_id: 'a2f1c9d0' } },
  async handle({ params: { sent_under, core_id }, caller }, { Delivery }: NotificationsDeps) {
    const _id = notificationUuid(sent_under, core_id);
    const delivery = await Delivery.findOne({ _id, ...ownedBy(caller) }).lean<Delivery>();
    if (!delivery) throw notFound({ errors: 'Notification not found' });
    const { campaign_uuid, provider, name, created_at, reports = [] } = delivery;
    const { tries = [{ at: created_at, outcome: 'sent', answer: '' }] } = delivery;
    return { ...toDelivery(delivery), campaign_uuid, provider, name, tries, reports };
  },
});
