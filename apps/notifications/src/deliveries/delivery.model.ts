import {
  boolean,
  deliveryActions,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  string,
  timestamp,
  type TypeOf,
} from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { providerName } from '../providers/provider';

/** PENDING: not reported by the device yet. SUCCESS: reported. FAIL: not delivered, and never will be. */
export const deliveryStatus = { pending: 1, success: 2, fail: 3 } as const;

export const deliveryAction = () => oneOf(...deliveryActions);

/** One try to send, with the provider's answer. */
const deliveryTry = object({
  at: timestamp(),
  outcome: oneOf('sent', 'gone', 'refused', 'busy', 'denied', 'broken', 'unknown', 'no token'),
  answer: string().allow(''),
});
export type Try = TypeOf<typeof deliveryTry>;

export const deliveryDeclaration = {
  fields: {
    id: integer(),
    device_id: integer(),
    core_id: string(),
    message_id: string(),
    type: string().allow(''),
    application_id: integer(),
    status: oneOf(1, 2, 3),
  },
  internal: {
    /** The notification's uuid. */
    _id: string(),
    company_id: string(),
    /** Null for a single message. */
    campaign_uuid: nullable(string()),
    /** The number of the campaign's batch. Absent in records of earlier versions. */
    batch: optional(integer()),
    provider: nullable(providerName()),
    /** The provider's name of the notification, once accepted. */
    name: nullable(string().allow('')),
    /** No further try follows. */
    settled: boolean(),
    /** Absent when the first try was accepted, as for millions of records. */
    tries: optional(list(deliveryTry)),
    /** From here on: present once the device has reported. */
    action: optional(deliveryAction()),
    action_button: optional(nullable(string())),
    error_message: optional(nullable(string())),
    reports: optional(list(object({ action: deliveryAction(), at: timestamp() }))),
    revision: optional(integer()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  personal: ['core_id', 'device_id', 'tries', 'name'] as const,
  impersonal: [
    'id',
    'message_id',
    'type',
    'application_id',
    'status',
    '_id',
    'company_id',
    'campaign_uuid',
    'batch',
    'provider',
    'settled',
    'action',
    'action_button',
    'error_message',
    'reports',
    'revision',
    'created_at',
    'updated_at',
  ] as const,
  shardKey: ['_id'] as const,
};

/** The delivery records of single messages, and of campaigns of earlier versions. */
export const deliveries = record('deliveries', {
  ...deliveryDeclaration,
  indexes: [
    [{ created_at: 1 }],
    // Single messages alone are looked for by their device.
    [
      { core_id: 1, created_at: -1 },
      { partialFilterExpression: { campaign_uuid: null }, name: 'single' },
    ],
  ],
});
export type Delivery = Stored<typeof deliveries>;

const reported = () => nullable(string());

export const deliveryFields = {
  ...deliveries.fields,
  uuid: string(),
  action: reported(),
  action_button: reported(),
  error_message: reported(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
};
export const deliveryAnswer = object(deliveryFields);

export function toDeliveryAnswer(delivery: Delivery): TypeOf<typeof deliveryAnswer> {
  const { _id: uuid, action = null, action_button = null, error_message = null } = delivery;
  const { created_at: createdAt, updated_at: updatedAt } = delivery;
  return { ...deliveries.toAnswer(delivery), uuid, action, action_button, error_message, createdAt, updatedAt };
}
