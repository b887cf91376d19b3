import { companyId, text } from '@herald/contracts';
import { dateFilter } from '@herald/http';
import Joi from 'joi';

export type OneOrMany<T> = T | T[];

export const textAttributes = ['core_id', 'brand', 'model', 'imei', 'system_name', 'system_version'] as const;
export const dateAttributes = ['created_at', 'updated_at'] as const;
export const appDates = ['apps.created_at', 'apps.updated_at'] as const;
export const tagPrefix = 'apps.tags.';

type DateName = (typeof dateAttributes)[number] | (typeof appDates)[number];

/** What devices are searched by. All that is given must hold; of several values of one filter, any. */
export type DeviceFilters = { [Name in (typeof textAttributes)[number] | 'apps.app_id']?: OneOrMany<string> } & {
  /** One day or moment, or a range of two. */
  [Name in DateName]?: OneOrMany<string>;
} & {
  company_id?: OneOrMany<string>;
  emulator?: OneOrMany<'true' | 'false'>;
  /** True: updated at most one calendar month ago. */
  status?: OneOrMany<boolean>;
  /** A part of imei or core_id. */
  search?: OneOrMany<string>;
  [tag: `apps.tags.${string}`]: OneOrMany<string> | undefined;
};

const maxValues = 1000;
const maxFilters = 100;
/** Each looks through an index of its own: a handful serves people, more would only serve to keep a database busy. */
const maxSearches = 20;
/** A tag's name as it can be stored: no dot, no leading dollar sign. */
const tagFilter = /^apps\.tags\.(?!\$)(?!__proto__$)[^.\u0000]{1,128}$/;

function oneOrMany(value: Joi.Schema, rule: string, max = maxValues): Joi.Schema {
  const wrong = `must be ${rule}, or an array of 1 to ${max.toLocaleString('en')} of them`;
  return Joi.alternatives(value, Joi.array().items(value).min(1).max(max)).messages({
    'alternatives.match': wrong,
    'alternatives.types': wrong,
  });
}

const textFilter = () => oneOrMany(text().allow(''), 'text');
const dayOrRange = () => oneOrMany(dateFilter(), 'YYYY-MM-DD or an ISO timestamp', 2);

function each(names: readonly string[], schema: () => Joi.Schema): Record<string, Joi.Schema> {
  return Object.fromEntries(names.map((name) => [name, schema()]));
}

/**
 * Counts names before any of them is looked at: tens of thousands would keep everybody waiting while they are
 * validated.
 */
const filtersOf = Joi.extend({
  type: 'filters',
  base: Joi.object(),
  messages: { 'filters.max': `must hold at most ${maxFilters} filters` },
  coerce: {
    from: 'object',
    method: (value: object | null, { error }) =>
      value && Object.keys(value).length > maxFilters ? { value, errors: [error('filters.max')] } : { value },
  },
}) as { filters(): Joi.ObjectSchema };

/** The filter language of device search. An unknown name is refused: a typing error must not match everything. */
export function deviceFilters(): Joi.ObjectSchema<DeviceFilters> {
  return filtersOf
    .filters()
    .keys({
      ...each(textAttributes, textFilter),
      ...each([...dateAttributes, ...appDates], dayOrRange),
      system_name: oneOrMany(text().lowercase(), 'text'),
      company_id: oneOrMany(companyId(), 'a company id'),
      emulator: oneOrMany(Joi.valid('true', 'false'), "the text 'true' or 'false'"),
      status: oneOrMany(Joi.boolean(), 'true or false', 2),
      search: oneOrMany(text(128).min(3), 'text of 3 to 128 characters', maxSearches),
      'apps.app_id': textFilter(),
    })
    .pattern(tagFilter, textFilter())
    .unknown(false)
    .messages({ 'object.unknown': 'is not a filter of devices' });
}
