import { list, object } from '@herald/contracts';
import { found, route } from '@herald/http';
import type { EventsDeps } from '../deps';
import { letterAnswer, letterFilters, letterLimit, toLetterAnswer } from './dead-letter.schema';
import { withDeadLetters } from './with-dead-letters';

export const listDeadLetters = route('GET /events/v1/dead_letter', {
  summary: 'List dead letters, oldest first',
  description:
    'Messages that were given up, with the queue they came from and the reason, without their data. For tokens of all ' +
    'companies.',
  scope: 'dead-letters:read',
  resource: 'Dead Letter',
  query: object({ ...letterFilters(), limit: letterLimit() }),
  returns: found(list(letterAnswer)),
  errors: {
    403: 'The token does not hold the scope, or not all companies',
    404: 'No such queue',
    503: 'The broker does not answer',
  },
  example: { query: { queue: 'index.on-device-registered', limit: 20 } },
  handle: ({ query, caller }, deps: EventsDeps) =>
    withDeadLetters(caller, deps, async (letters) => (await letters.list(query)).map(toLetterAnswer)),
});
