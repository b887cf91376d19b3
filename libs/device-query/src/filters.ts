import {
  anyOf,
  boolean,
  companyId,
  list,
  named,
  oneOf,
  optional,
  text,
  type ObjectOf,
  type Schema,
} from '@herald/contracts';
import { dateFilter } from '@herald/http';
import Joi from 'joi';

export type OneOrMany<T> = T | T[];

export const textAttributes = ['core_id', 'brand', 'model', 'imei', 'system_name', 'system_version'] as const;
export const dateAttributes = ['created_at', 'updated_at'] as const;
export const appDates = ['apps.created_at', 'apps.updated_at'] as const;
export const tagPrefix = 'apps.tags.';

const maxValues = 1000;
const maxFilters = 100;
/** Each search scans an index: more than people need would only load the database. */
const maxSearches = 20;
/** A tag's name as it can be stored: no dot, no leading dollar sign. */
const tagFilter = /^apps\.tags\.(?!\$)(?!__proto__$)[^.\u0000]{1,128}$/;

function oneOrMany<S extends Schema>(value: S, rule: string, max = maxValues) {
  const wrong = `must be ${rule}, or an array of 1 to ${max.toLocaleString('en')} of them`;
  const either = anyOf(value, list(value).min(1).max(max));
  return optional(either.messages({ 'alternatives.match': wrong, 'alternatives.types': wrong }));
}

const textFilter = () => oneOrMany(text().allow(''), 'text');
const dayOrRange = () => oneOrMany(dateFilter(), 'YYYY-MM-DD or an ISO timestamp', 2);

const fields = {
  ...named(textAttributes, textFilter()),
  /** One day or moment, or a range of two. */
  ...named([...dateAttributes, ...appDates], dayOrRange()),
  system_name: oneOrMany(text().lowercase(), 'text'),
  company_id: oneOrMany(companyId(), 'a company id'),
  emulator: oneOrMany(oneOf('true', 'false'), "the text 'true' or 'false'"),
  /** True: updated at most one calendar month ago. */
  status: oneOrMany(boolean(), 'true or false', 2),
  /** A part of imei or core_id. */
  search: oneOrMany(text(128).min(3), 'text of 3 to 128 characters', maxSearches),
  'apps.app_id': textFilter(),
};

/** What devices are searched by. All filters must hold; of several values of one filter, any. */
export type DeviceFilters = ObjectOf<typeof fields> & {
  [tag: `apps.tags.${string}`]: OneOrMany<string> | undefined;
};

/** Counts the names before any is validated: validating tens of thousands would block the event loop. */
const filtersOf = Joi.extend({
  type: 'filters',
  base: Joi.object(),
  messages: { 'filters.max': `must hold at most ${maxFilters} filters` },
  coerce: {
    from: 'object',
    method: (value: object | null, { error }) =>
      value && Object.keys(value).length > maxFilters ? { value, errors: [error('filters.max')] } : { value },
  },
}) as { filters(): Joi.ObjectSchema<DeviceFilters> };

/** The filter language of device search. An unknown name is refused: a typing error must not match everything. */
export const deviceFilters = (): Joi.ObjectSchema<DeviceFilters> =>
  filtersOf
    .filters()
    .keys(fields)
    .pattern(tagFilter, textFilter())
    .unknown(false)
    .messages({ 'object.unknown': 'is not a filter of devices' });
