import { freeObject, object, oneOf, optional, withDefault, type ObjectOf } from '@herald/contracts';

/** The message of a single send, as callers write it: any keys, and what iOS shows of it. */
export const singlePushFields = {
  data: freeObject(),
  priority: withDefault(oneOf('high', 'normal'), 'high'),
  apns: optional(object({ payload: optional(object({ aps: optional(freeObject()) }).unknown(true)) }).unknown(true)),
};
export type SinglePush = ObjectOf<typeof singlePushFields>;
