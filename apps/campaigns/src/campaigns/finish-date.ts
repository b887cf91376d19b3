import { momentsOf } from '@herald/http';
import Joi from 'joi';

const ownForm = /^(\d{4}-\d{2}-\d{2}) (\d{1,2})-(\d{1,2})-(\d{1,2})$/;

/** The moment a campaign ends at; a day alone means its end. UTC where no zone is named. */
function finishOf(sent: string): Date | undefined {
  const [, day, ...clock] = ownForm.exec(sent) ?? [];
  const iso = day ? `${day}T${clock.map((part) => part.padStart(2, '0')).join(':')}Z` : sent;
  return momentsOf(iso)?.last;
}

/** `YYYY-MM-DD h-m-s`, `YYYY-MM-DD` or ISO; not in the past. */
export const finishDate = () =>
  Joi.string()
    .custom((sent: string, helpers) => {
      const moment = finishOf(sent);
      if (!moment) return helpers.error('finish.form');
      return moment.getTime() > Date.now() ? moment : helpers.error('finish.past');
    })
    .description('YYYY-MM-DD h-m-s in UTC, YYYY-MM-DD, or an ISO timestamp')
    .messages({
      'finish.form': 'must be YYYY-MM-DD h-m-s, YYYY-MM-DD or an ISO timestamp',
      'finish.past': 'must not be in the past',
    }) as Joi.AnySchema as Joi.AnySchema<Date>;
