import { freeObject } from '@herald/envelopes';
import { invalid } from '@herald/http';
import { deliveryIds, tooLargeFor } from '@herald/templates';
import Joi from 'joi';
import { fcmBody } from './push-bodies';
import type { ProviderName } from './providers/provider';

/** A message as callers of a single send write it: free keys, and what iOS shows of it. */
export type SinglePush = {
  data: Record<string, unknown>;
  priority: 'high' | 'normal';
  apns?: { payload?: { aps?: Record<string, unknown> } };
};

export const singlePushFields = {
  data: freeObject().required(),
  priority: Joi.valid('high', 'normal').default('high'),
  apns: Joi.object({ payload: Joi.object({ aps: freeObject() }).unknown(true) }).unknown(true),
};

/** JSON for the provider; the 422 tells by how much it is too large. */
export function singleBody(
  provider: ProviderName,
  { data, priority, apns }: SinglePush,
  ids: { message_id: string; notification_uuid: string },
): string {
  const full = { ...data, ...deliveryIds(ids) };
  const texts = Object.fromEntries(Object.entries(full).map(([name, value]) => [name, asText(value)]));
  const payload = { ...apns?.payload, aps: { ...alertOf(data), sound: 'default', ...apns?.payload?.aps }, data: full };
  const bytes = Buffer.byteLength(JSON.stringify(provider === 'fcm' ? texts : payload));
  const tooLarge = tooLargeFor(provider, bytes);
  if (tooLarge) throw invalid({ errors: { data: [tooLarge] } });
  return JSON.stringify(provider === 'fcm' ? fcmBody({ data: texts, priority } as never) : payload);
}

/** FCM takes texts alone. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function alertOf({ title, body }: Record<string, unknown>): object {
  if (typeof title !== 'string' && typeof body !== 'string') return {};
  return { alert: { ...(typeof title === 'string' ? { title } : {}), ...(typeof body === 'string' ? { body } : {}) } };
}
