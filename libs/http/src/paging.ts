import Joi from 'joi';

export type Paged = { page: number; per_page: number };

/** Query keys of a list. */
export function paging({ perPage = 20, max = 1000 } = {}): { page: Joi.NumberSchema; per_page: Joi.NumberSchema } {
  return {
    page: Joi.number().integer().min(1).max(1_000_000).default(1),
    per_page: Joi.number().integer().min(1).max(max).default(perPage),
  };
}
