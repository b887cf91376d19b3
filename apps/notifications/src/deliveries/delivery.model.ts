import type { DeliveryAction } from '@herald/contracts';
import { timestamp } from '@herald/contracts';
import { shape } from '@herald/http';
import { json, collection } from '@herald/persistence';
import Joi from 'joi';
import type { Outcome, ProviderName } from '../providers/provider';

/** PENDING: not reported by the device yet. SUCCESS: reported. FAIL: not delivered, and never will be. */
export const deliveryStatus = { pending: 1, success: 2, fail: 3 } as const;

/** One try to send, with the provider's answer. */
export type Try = { at: Date; outcome: Outcome['kind'] | 'no token'; answer: string };

export type Delivery = {
  /** The notification's uuid. */
  _id: string;
  id: number;
  device_id: number;
  core_id: string;
  company_id: string;
  application_id: number;
  /** Null for a single message. */
  campaign_uuid: string | null;
  message_id: string;
  type: string;
  status: 1 | 2 | 3;
  provider: ProviderName | null;
  /** The provider's name of the notification, once accepted. */
  name: string | null;
  /** No further try follows. */
  settled: boolean;
  /** Absent when the first try was accepted, as for millions of records. */
  tries?: Try[];
  /** From here on: present once the device has reported. */
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
    tries: json,
    action: String,
    action_button: String,
    error_message: String,
    reports: json,
    revision: Number,
    created_at: Date,
    updated_at: Date,
  },
});

const reported = () => Joi.string().allow(null);

export const deliveryFields = {
  id: Joi.number().integer(),
  uuid: Joi.string(),
  device_id: Joi.number().integer(),
  core_id: Joi.string(),
  message_id: Joi.string(),
  action: reported(),
  error_message: reported(),
  type: Joi.string().allow(''),
  application_id: Joi.number().integer(),
  status: Joi.valid(1, 2, 3),
  action_button: reported(),
};

export const deliveryShape = shape({ ...deliveryFields, createdAt: timestamp(), updatedAt: timestamp() });

/** A delivery in responses. */
export function toDelivery({ _id: uuid, ...delivery }: Delivery) {
  const { id, device_id, core_id, message_id, type, application_id, status } = delivery;
  const { action = null, action_button = null, error_message = null } = delivery;
  const { created_at: createdAt, updated_at: updatedAt } = delivery;
  const record = { id, uuid, device_id, core_id, message_id, action, error_message, type, application_id, status };
  return { ...record, action_button, createdAt, updatedAt };
}
