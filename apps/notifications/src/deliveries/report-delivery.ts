import { setTimeout as sleep } from 'node:timers/promises';
import { deliveryActions, deliveryReported, text, type DeliveryAction } from '@herald/contracts';
import { notFound, route, updated } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import Joi from 'joi';
import { deliveryShape, deliveryStatus, toDelivery, type Delivery } from './delivery.model';
import type { NotificationsDeps } from '../deps';
import { findDelivery, type DeliveryKeys } from './find-delivery';

type Report = DeliveryKeys & { action: DeliveryAction; action_button?: string | null; error_message?: string | null };

/** A device may report before its delivery record is stored: look again after this time. */
const secondLookMs = 750;
const maxStoredReports = 20;

export const reportDelivery = route('POST /notifications/v2/device/report', {
  summary: 'Report what a device did with a notification',
  scope: 'notifications:write',
  resource: 'Notification',
  body: Joi.object<Report>({
    core_id: text(128).required(),
    message_id: text(128),
    notification_uuid: text(128),
    action: Joi.valid(...deliveryActions).required(),
    action_button: text(1024).allow(null, ''),
    error_message: text(4096).allow(null, ''),
  }).or('message_id', 'notification_uuid'),
  device: ({ body }) => (body as Report).core_id,
  returns: updated(deliveryShape),
  errors: { 404: 'No such notification was sent to this device' },
  example: {
    body: {
      core_id: 'a2f1c9d0-5b7e-4a58-9f0c-3f6f0f6f2b11',
      notification_uuid: '4f6f8f3e-1d1b-5b52-9d4c-0a4c7b6f3f10',
      action: 'PRESS_ACTION',
      action_button: 'See it',
    },
  },
  async handle({ body, caller, signal, note }, deps: NotificationsDeps) {
    const find = () => findDelivery(body, ownedBy(caller), deps);
    const delivery = (await find()) ?? (await sleep(secondLookMs, undefined, { signal }).then(find));
    if (!delivery) throw notFound({ errors: 'Notification not found' });
    note({ company_id: delivery.company_id, resource_id: delivery._id });
    const reported = (await saveReport(delivery, body, deps)) ?? delivery;
    const { campaign_uuid, core_id, action, revision } = reported;
    // A repeated report is published again: the process may have crashed between storing and publishing the first.
    if (campaign_uuid && revision && action === body.action)
      await deps.emit(deliveryReported, { campaign_uuid, core_id, action, revision });
    return toDelivery(reported);
  },
});

/** The latest action counts, but RECEIVED never replaces another one. A repeated report changes nothing. */
async function saveReport(
  { _id }: Delivery,
  { action, action_button = null, error_message = null }: Report,
  { Delivery }: NotificationsDeps,
): Promise<Delivery | undefined> {
  const at = new Date();
  const $set = {
    action,
    action_button,
    error_message,
    status: action === 'UNKNOWN' && error_message ? deliveryStatus.fail : deliveryStatus.success,
    updated_at: at,
  };
  const differs = {
    $or: [
      { action: { $ne: action } },
      { action_button: { $ne: action_button } },
      { error_message: { $ne: error_message } },
    ],
  };
  const reports = { $each: [{ action, at }], $slice: -maxStoredReports };
  const update = { $set, $inc: { revision: 1 }, $push: { reports } };
  const condition = action === 'RECEIVED' ? { action: null } : differs;
  const options = { returnDocument: 'after', lean: true } as const;
  return ((await Delivery.findOneAndUpdate({ _id, ...condition }, update, options)) as Delivery | null) ?? undefined;
}
