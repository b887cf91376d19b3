import { exampleIds, uuid } from '@herald/contracts';
import { notFound, route, success } from '@herald/http';
import type { IdentificationDeps } from '../deps';
import { shownTo } from './find-persons';
import { claimsDescription, personAnswer, toPersonAnswer } from './person.model';

export const readPersonByUuid = route('GET /identification/api/v1/person/:uuid', {
  summary: 'Read a person by uuid',
  description: `The service log names persons by their uuid. ${claimsDescription}`,
  scope: 'identification:read',
  resource: 'Identity',
  params: { uuid: uuid() },
  logsReads: true,
  returns: success(200, 'ok', personAnswer, { envelopeKey: 'user' }),
  errors: { 404: 'No such person' },
  example: { params: { uuid: exampleIds.person } },
  async handle({ params, caller, note }, { Person, claimRetentionMs }: IdentificationDeps) {
    const person = await Person.findOne({ uuid: params.uuid, ...shownTo(caller) }).lean();
    if (!person) throw notFound();
    note({ company_id: person.company_id });
    return toPersonAnswer(person, new Date(Date.now() - claimRetentionMs));
  },
});
