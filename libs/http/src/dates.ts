import Joi from 'joi';

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const dayLength = 86_400_000;

/** The first and last millisecond of a filter's date. */
export function momentsOf(value: string): { first: Date; last: Date } | undefined {
  if (!moment.test(value)) return undefined;
  const zoned = day.test(value) || /(Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`;
  const first = new Date(zoned);
  if (Number.isNaN(first.getTime())) return undefined;
  if (day.test(value) && first.toISOString().slice(0, 10) !== value) return undefined;
  return { first, last: day.test(value) ? new Date(first.getTime() + dayLength - 1) : first };
}

/** `YYYY-MM-DD` or a full ISO timestamp, kept as text for `momentsOf`. */
export const dateFilter = (): Joi.StringSchema =>
  Joi.string()
    .custom((value: string, helpers) => (momentsOf(value) ? value : helpers.error('date.filter')))
    .messages({ 'date.filter': 'must be YYYY-MM-DD or an ISO timestamp' });

export type DateRange = { from_date?: string; until_date?: string };

/** The condition on a date field for `from_date` and `until_date`; undefined without both. */
export function between({ from_date: from, until_date: until }: DateRange): { $gte?: Date; $lte?: Date } | undefined {
  if (!from && !until) return undefined;
  return {
    ...(from ? { $gte: momentsOf(from)!.first } : {}),
    ...(until ? { $lte: momentsOf(until)!.last } : {}),
  };
}
