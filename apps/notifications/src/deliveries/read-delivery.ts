import { anyOf, companyId, exampleIds, object, optional, text } from '@herald/contracts';
import { emptyResult, ok, route } from '@herald/http';
import { deliveryAnswer, toDeliveryAnswer } from './delivery.model';
import type { NotificationsDeps } from '../deps';
import { findDelivery } from './find-delivery';
import { shownTo } from './shown-to';

const coreIdRequired = 'The trust-id field (core_id) is required';

export const readDelivery = route('POST /notifications/device/notification', {
  summary: 'Read the delivery record of a message',
  description: 'Without a record, `total` is 0 and `data` is `{}`.',
  scope: 'notifications:read',
  resource: { success: 'Notification', error: 'Device' },
  body: object({
    core_id: text(128).messages({ 'any.required': coreIdRequired, 'string.empty': coreIdRequired }),
    message_id: text(128),
    company_id: optional(companyId()),
  }),
  company: 'body.company_id',
  returns: ok(anyOf(deliveryAnswer, object({}))),
  errors: {},
  example: {
    body: { core_id: 'demo-00', message_id: exampleIds.message },
  },
  async handle({ body, caller }, deps: NotificationsDeps) {
    const { core_id, message_id, company_id } = body;
    const isShown = shownTo(caller, await deps.hiddenFrom(caller, [core_id]));
    const isWanted = (company: string) => isShown(company) && (!company_id || company === company_id);
    const delivery = await findDelivery({ core_id, message_id }, isWanted, deps);
    return delivery ? toDeliveryAnswer(delivery) : emptyResult('Ok');
  },
});
