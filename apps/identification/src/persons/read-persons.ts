import { dni, list, object } from '@herald/contracts';
import { notFound, route, success, whenInvalid, type Problem } from '@herald/http';
import type { IdentificationDeps } from '../deps';
import { findPersons } from './find-persons';
import { claimsDescription, personAnswer } from './person.model';

const isNoArray = ({ field, kind }: Problem) =>
  field === 'body' || (field === 'dnis' && ['any.required', 'array.base'].includes(kind));

export const readPersons = route('POST /identification/api/v1/identity/dni', {
  summary: 'Read persons by national identity numbers',
  description: claimsDescription,
  scope: 'identification:read',
  resource: 'Identity',
  aliases: ['GET /identification/api/v1/identity/dni'],
  body: object({ dnis: list(dni()).max(1000) }),
  guards: [
    whenInvalid((problems) => (problems.some(isNoArray) ? notFound({ message: "Array 'dnis' not found" }) : undefined)),
  ],
  returns: success(200, 'ok', list(personAnswer), { envelopeKey: 'user' }),
  errors: { 404: 'There is no array dnis' },
  example: { body: { dnis: ['10.000.000-0', '10.000.000-2'] } },
  handle: ({ body, caller }, deps: IdentificationDeps) => findPersons(deps, body.dnis, caller),
});
