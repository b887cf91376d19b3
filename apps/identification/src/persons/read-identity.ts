import { dni, list } from '@herald/contracts';
import { route, success } from '@herald/http';
import type { IdentificationDeps } from '../deps';
import { findPersons } from './find-persons';
import { claimsDescription, personAnswer } from './person.model';

export const readIdentity = route('GET /identification/api/v1/identity/:dni', {
  summary: 'Read a person by national identity number',
  description: claimsDescription,
  scope: 'identification:read',
  resource: 'Identity',
  params: { dni: dni() },
  returns: success(200, 'ok', list(personAnswer), { envelopeKey: 'user' }),
  errors: {},
  example: { params: { dni: '12.345.678-K' } },
  handle: ({ params, caller }, deps: IdentificationDeps) => findPersons(deps, [params.dni], caller),
});
