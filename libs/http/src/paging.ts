import Joi from 'joi';
import { cursorText } from './cursor';

export type Paged = { page: number; per_page: number };
/** `after`: empty text begins a walk, the last answer's `next` goes on with it. */
export type Walked = Paged & { after?: string };

/** Query keys of a list. */
export function paging({ perPage = 20, max = 1000 } = {}): { page: Joi.NumberSchema; per_page: Joi.NumberSchema } {
  return {
    page: Joi.number().integer().min(1).max(1_000_000).default(1),
    per_page: Joi.number().integer().min(1).max(max).default(perPage),
  };
}

/** Query keys of a list that can be walked from end to end as well, each page at the cost of the first. */
export function walking(options: { perPage?: number; max?: number }): Joi.SchemaMap<Walked> {
  const { page, per_page } = paging(options);
  const alone = page.when('after', {
    is: Joi.exist(),
    then: Joi.valid(1).messages({ 'any.only': 'must not stand beside after' }),
  });
  return { page: alone, per_page, after: cursorText() };
}
