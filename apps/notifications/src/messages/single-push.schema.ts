import { freeObject } from '@herald/contracts';
import Joi from 'joi';

/** The message of a single send, as callers write it: any keys, and what iOS shows of it. */
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
