import { anyOf, boolean, named, number, object, optional, text, withDefault } from '@herald/contracts';
import { dateFilter } from '@herald/http';
import Joi from 'joi';
import { searchableNames } from './search-condition';

const value = () =>
  anyOf(text(10_000).allow(''), number().strict(), boolean().strict()).messages({
    'alternatives.types': 'must be a single value',
  });

/** What audit records are searched by; an unknown name is refused. */
export const searchBody = () =>
  withDefault(
    object({ ...named(searchableNames, optional(value())), created_at: optional(dateFilter()) })
      .pattern(Joi.any(), Joi.forbidden())
      .messages({ 'any.unknown': 'is not a name that can be searched' }),
    {},
  );
