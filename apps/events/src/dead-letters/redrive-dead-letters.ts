import { integer, object } from '@herald/contracts';
import { route, updated } from '@herald/http';
import type { EventsDeps } from '../deps';
import { letterFilters, letterLimit } from './dead-letter.schema';
import { withDeadLetters } from './with-dead-letters';

export const redriveDeadLetters = route('POST /events/v1/dead_letter/redrive', {
  summary: 'Redrive dead letters to their queues',
  description:
    'Their retries start from zero. A message leaves the dead letters once the broker has confirmed it in its queue; ' +
    '`kept` counts those whose queue is gone. For tokens of all companies.',
  scope: 'dead-letters:write',
  resource: 'Dead Letter',
  body: object({ ...letterFilters(), limit: letterLimit() }),
  returns: updated(object({ redriven: integer(), kept: integer() })),
  errors: {
    403: 'The token does not hold the scope, or not all companies',
    404: 'No such queue',
    503: 'The broker does not answer',
  },
  example: { body: { queue: 'index.on-device-registered', limit: 100 } },
  handle: ({ body, caller }, deps: EventsDeps) =>
    withDeadLetters(caller, deps, async (letters) => {
      const { redriven, kept } = await letters.redrive(body);
      return { redriven: redriven.length, kept: kept.length };
    }),
});
