import { boolean, integer, optional, withDefault } from '@herald/contracts';
import Joi from 'joi';
import { cursorText } from './cursor';

/** Query keys of a list. */
export function paging({ perPage = 20, max = 1000 } = {}) {
  return {
    page: withDefault(integer().min(1).max(1_000_000), 1),
    per_page: withDefault(integer().min(1).max(max), perPage),
  };
}

/** Query keys of a list that can also be walked from end to end, each page at the cost of the first. */
export function walking(options: { perPage?: number; max?: number }) {
  const { page, per_page } = paging(options);
  const alone = page.when('after', {
    is: Joi.exist(),
    then: Joi.valid(1).messages({ 'any.only': 'must not stand beside after' }),
  });
  const estimates_total = optional(
    boolean().description('With `after`: `total` may be an estimate, and the first page does not wait for the count'),
  );
  return { page: alone, per_page, after: optional(cursorText()), estimates_total };
}
