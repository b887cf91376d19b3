import { email, list, object } from '@herald/contracts';
import { route, success } from '@herald/http';
import type { IdentificationDeps } from '../deps';
import { shownTo } from './find-persons';
import { claimsDescription, personAnswer, toPersonAnswer } from './person.model';

const maxPersons = 100;

export const findPersonsByEmail = route('GET /identification/api/v1/identity', {
  summary: 'Find persons by e-mail address',
  description: `The whole address, in any case; at most ${maxPersons} persons, oldest first. ${claimsDescription}`,
  scope: 'identification:read',
  resource: 'Identity',
  query: object({ email: email() }),
  returns: success(200, 'ok', list(personAnswer), { envelopeKey: 'user' }),
  errors: {},
  example: { query: { email: 'ana@example.com' } },
  async handle({ query, caller }, { Person, claimRetentionMs }: IdentificationDeps) {
    const wanted = { email: query.email, ...shownTo(caller) };
    const found = await Person.find(wanted).sort({ id: 1 }).limit(maxPersons).lean();
    const oldestClaim = new Date(Date.now() - claimRetentionMs);
    return found.map((person) => toPersonAnswer(person, oldestClaim));
  },
});
