import { deviceFilters } from '@herald/device-query';
import { text, timestamp } from '@herald/envelopes';
import { shape } from '@herald/http';
import { collection } from '@herald/persistence';
import Joi from 'joi';

/** Filters of devices, as they were sent. */
export type IndexQuery = Record<string, unknown>;

export type Segment = {
  id: number;
  uuid: string;
  company_id: string;
  name: string;
  /** JSON text: a name such as `apps.app_id` would be a path to the database. */
  index_query: string;
  created_at: Date;
  updated_at: Date;
};

export const segmentModel = collection<Segment>('segments', {
  fields: { id: Number, uuid: String, company_id: String, name: String, index_query: String },
  indexes: [[{ id: 1 }, { unique: true }], [{ uuid: 1 }, { unique: true }], [{ company_id: 1, id: 1 }]],
  timestamps: true,
});

export const segmentName = () => text().trim().required();

/** The filters of a segment, kept as they were sent. The company is not among them: it is the segment's own. */
export const indexQuery = () =>
  deviceFilters()
    .keys({ company_id: Joi.forbidden() })
    .raw()
    .required()
    .messages({ 'any.unknown': 'is not a filter of segments' }) as Joi.ObjectSchema as Joi.ObjectSchema<IndexQuery>;

/** So much of a request leaves room for what is added on the way to the index. */
export const queryLimit = 524_288;

export const segmentShape = shape({
  id: Joi.number().integer(),
  uuid: Joi.string(),
  company_id: Joi.string(),
  name: Joi.string(),
  index_query: Joi.object().unknown(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** A segment as answers show it. */
export function toSegment({ id, uuid, company_id, name, index_query, created_at, updated_at }: Segment) {
  return { id, uuid, company_id, name, index_query: JSON.parse(index_query) as IndexQuery, created_at, updated_at };
}

/** What the index is asked for the devices of a segment: the company is always part of it, and comes last. */
export const deviceQueryOf = (company_id: string, index_query: IndexQuery): IndexQuery => ({
  ...index_query,
  company_id,
});
