import { timestamp, type ServiceLogged } from '@herald/envelopes';
import { shape } from '@herald/http';
import { collection } from '@herald/persistence';
import Joi from 'joi';

/** One record of the service log, as it came; refusals that follow raise its count, and it is removed when it is too old. */
export type ServiceEvent = Omit<ServiceLogged, 'created_at'> & { created_at: Date };

const newestFirst = { created_at: -1, uuid: 1 } as const;

export const serviceEventModel = collection<ServiceEvent>('service_events', {
  fields: {
    uuid: String,
    audit_id: String,
    company_id: String,
    created_at: Date,
    description: String,
    operation: String,
    relevance: String,
    resource: String,
    resource_id: String,
    resource_id_2: String,
    result: Boolean,
    service: String,
    user_id: String,
    count: Number,
  },
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [newestFirst],
    [{ company_id: 1, ...newestFirst }],
    [{ service: 1, ...newestFirst }],
    [{ resource: 1, ...newestFirst }],
    [{ operation: 1, ...newestFirst }],
    [{ result: 1, ...newestFirst }],
  ],
});

const text = () => Joi.string().allow('');

export const serviceEventShape = shape({
  uuid: text(),
  audit_id: text(),
  company_id: text(),
  created_at: timestamp(),
  description: text(),
  operation: text(),
  relevance: text(),
  resource: text(),
  resource_id: text(),
  resource_id_2: text(),
  result: Joi.boolean(),
  service: text(),
  user_id: text(),
  count: Joi.number().integer().optional(),
});

/** A record as answers show it. */
export function toServiceEvent({ _id, ...event }: ServiceEvent & { _id?: unknown }) {
  return event;
}
