import type { DeliveryAction } from '@herald/envelopes';
import { timestamp } from '@herald/envelopes';
import { shape } from '@herald/http';
import { asItCame, collection } from '@herald/persistence';
import Joi from 'joi';
import type { Outcome, ProviderName } from './providers/provider';

/** PENDING: the device has not said that it is there. SUCCESS: it has. FAIL: it will not come. */
export const deliveryStatus = { pending: 1, success: 2, fail: 3 } as const;

/** One try to send, in the words of the provider. */
export type Try = { at: Date; outcome: Outcome['kind'] | 'no token'; answer: string };

export type Delivery = {
  /** The notification's uuid. */
  _id: string;
  id: number;
  device_id: number;
  core_id: string;
  company_id: string;
  application_id: number;
  /** Null: sent alone. */
  campaign_uuid: string | null;
  message_id: string;
  type: string;
  status: 1 | 2 | 3;
  provider: ProviderName | null;
  /** The provider's own name of it, once it took it. */
  name: string | null;
  /** True once no further try will follow. */
  settled: boolean;
  /** Left out where the first try was taken: there may be millions of these. */
  tries?: Try[];
  /** These are there once the device has reported. */
  action?: DeliveryAction;
  action_button?: string | null;
  error_message?: string | null;
  reports?: { action: DeliveryAction; at: Date }[];
  revision?: number;
  created_at: Date;
  updated_at: Date;
};

export const deliveryModel = collection<Delivery>('deliveries', {
  fields: {
    _id: String,
    id: Number,
    device_id: Number,
    core_id: String,
    company_id: String,
    application_id: Number,
    campaign_uuid: String,
    message_id: String,
    type: String,
    status: Number,
    provider: String,
    name: String,
    settled: Boolean,
    tries: asItCame,
    action: String,
    action_button: String,
    error_message: String,
    reports: asItCame,
    revision: Number,
    created_at: Date,
    updated_at: Date,
  },
});

const said = () => Joi.string().allow(null);

export const deliveryFields = {
  id: Joi.number().integer(),
  uuid: Joi.string(),
  device_id: Joi.number().integer(),
  core_id: Joi.string(),
  message_id: Joi.string(),
  action: said(),
  error_message: said(),
  type: Joi.string().allow(''),
  application_id: Joi.number().integer(),
  status: Joi.valid(1, 2, 3),
  action_button: said(),
};

export const deliveryShape = shape({ ...deliveryFields, createdAt: timestamp(), updatedAt: timestamp() });

/** A delivery as answers show it. */
export function toDelivery({ _id: uuid, ...delivery }: Delivery) {
  const { id, device_id, core_id, message_id, type, application_id, status } = delivery;
  const { action = null, action_button = null, error_message = null } = delivery;
  const { created_at: createdAt, updated_at: updatedAt } = delivery;
  const record = { id, uuid, device_id, core_id, message_id, action, error_message, type, application_id, status };
  return { ...record, action_button, createdAt, updatedAt };
}
