import { setTimeout as sleep } from 'node:timers/promises';
import { deliveryReported, nullable, object, optional, text, type TypeOf } from '@herald/contracts';
import { notFound, route, updated } from '@herald/http';
import { deliveryAction, deliveryAnswer, deliveryStatus, toDeliveryAnswer, type Delivery } from './delivery.model';
import type { NotificationsDeps } from '../deps';
import { recordsOf } from './find-deliveries';
import { findDelivery } from './find-delivery';
import { shownTo } from './shown-to';

const report = object({
  core_id: text(128),
  message_id: optional(text(128)),
  notification_uuid: optional(text(128)),
  action: deliveryAction(),
  action_button: optional(nullable(text(1024).allow(''))),
  error_message: optional(nullable(text(4096).allow(''))),
}).or('message_id', 'notification_uuid');
type Report = TypeOf<typeof report>;

/** A device may report before its delivery record is stored: look again after this time. */
const secondLookMs = 750;
const maxStoredReports = 20;

export const reportDelivery = route('POST /notifications/v2/device/report', {
  summary: 'Report what a device did with a notification',
  scope: 'notifications:write',
  resource: 'Notification',
  body: report,
  device: ({ body }) => body.core_id,
  returns: updated(deliveryAnswer),
  errors: { 404: 'No such notification was sent to this device' },
  example: {
    body: {
      core_id: 'demo-00',
      notification_uuid: '4f6f8f3e-1d1b-5b52-9d4c-0a4c7b6f3f10',
      action: 'PRESS_ACTION',
      action_button: 'See it',
    },
  },
  async handle({ body, caller, signal, note }, deps: NotificationsDeps) {
    // A blocked person's own device reports on.
    const hidden = caller.coreId === undefined ? await deps.hiddenFrom(caller, [body.core_id]) : [];
    const isShown = shownTo(caller, hidden);
    const find = () => findDelivery(body, isShown, deps);
    const delivery = (await find()) ?? (await sleep(secondLookMs, undefined, { signal }).then(find));
    if (!delivery) throw notFound({ errors: 'Notification not found' });
    note({ company_id: delivery.company_id, resource_id: delivery._id });
    const reported = (await saveReport(delivery, body, deps)) ?? delivery;
    const { campaign_uuid, company_id, core_id, batch, action, revision } = reported;
    // A repeated report is published again: the process may have crashed between storing and publishing the first.
    if (campaign_uuid && revision && action === body.action)
      await deps.emit(deliveryReported, {
        ...{ campaign_uuid, company_id, core_id, action, revision },
        ...(batch === undefined ? {} : { batch }),
      });
    return toDeliveryAnswer(reported);
  },
});

/** The latest action counts, but RECEIVED never replaces another one. A repeated report changes nothing. */
async function saveReport(
  delivery: Delivery,
  { action, action_button = null, error_message = null }: Report,
  deps: NotificationsDeps,
): Promise<Delivery | undefined> {
  const { _id } = delivery;
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
  const options = { returnDocument: 'after' } as const;
  const updated = await recordsOf(_id, deps)
    .findOneAndUpdate({ _id, ...condition }, update, options)
    .lean();
  return updated ? { ...delivery, ...updated } : undefined;
}
