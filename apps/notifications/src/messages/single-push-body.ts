import { invalid } from '@herald/http';
import { deliveryIds, tooLargeFor } from '@herald/push-message';
import type { ProviderName } from '../providers/provider';
import { fcmBody } from './push-bodies';
import type { SinglePush } from './single-push.schema';

/** The provider's JSON of a single push. Throws a 422 that says by how much it is too large. */
export function singlePushBody(
  provider: ProviderName,
  { data, priority, apns }: SinglePush,
  ids: { message_id: string; notification_uuid: string },
): string {
  const allData = { ...data, ...deliveryIds(ids) };
  const texts = Object.fromEntries(Object.entries(allData).map(([name, value]) => [name, toText(value)]));
  const aps = { ...alertOf(data), sound: 'default', ...apns?.payload?.aps };
  const payload = { ...apns?.payload, aps, data: allData };
  const bytes = Buffer.byteLength(JSON.stringify(provider === 'fcm' ? texts : payload));
  const tooLarge = tooLargeFor(provider, bytes);
  if (tooLarge) throw invalid({ errors: { data: [tooLarge] } });
  return JSON.stringify(provider === 'fcm' ? fcmBody({ data: texts, priority }) : payload);
}

/** FCM accepts only strings as values of data. */
const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function alertOf({ title, body }: Record<string, unknown>): object {
  if (typeof title !== 'string' && typeof body !== 'string') return {};
  return { alert: { ...(typeof title === 'string' ? { title } : {}), ...(typeof body === 'string' ? { body } : {}) } };
}
