import { anyObject, integer, object, string, text, type TypeOf } from '@herald/contracts';
import { deviceFilters } from '@herald/device-query';
import { record, type Stored } from '@herald/persistence';
import Joi from 'joi';

/** Groups of devices, defined by filters. */
export const segments = record('segments', {
  fields: {
    id: integer(),
    uuid: string(),
    company_id: string(),
    name: string(),
    /** JSON text: a name such as `apps.app_id` would be a path to the database. */
    index_query: string(),
  },
  personal: ['index_query'],
  impersonal: ['id', 'uuid', 'company_id', 'name'],
  indexes: [[{ id: 1 }, { unique: true }], [{ uuid: 1 }, { unique: true }], [{ company_id: 1, id: 1 }]],
  timestamps: true,
});
export type Segment = Stored<typeof segments>;

/** Filters of devices, as they were sent. */
export type IndexQuery = Record<string, unknown>;

export const segmentName = () => text().trim();

/** The filters of a segment, stored as they were sent. The company is not among them: it is the segment's own. */
export const indexQuery = () =>
  deviceFilters()
    .keys({ company_id: Joi.forbidden() })
    .raw()
    .messages({ 'any.unknown': 'is not a filter of segments' }) as Joi.ObjectSchema as Joi.ObjectSchema<IndexQuery>;

/** Leaves room for what is added to the filters on the way to the index. */
export const maxQueryBytes = 524_288;

export const segmentAnswer = object({ ...segments.fields, index_query: anyObject() });

export const toSegmentAnswer = (segment: Segment): TypeOf<typeof segmentAnswer> => ({
  ...segments.toAnswer(segment),
  index_query: JSON.parse(segment.index_query) as IndexQuery,
});

/** The query of a segment's devices to the index: the company is always part of it, and comes last. */
export const deviceQueryOf = (company_id: string, index_query: IndexQuery): IndexQuery => ({
  ...index_query,
  company_id,
});
