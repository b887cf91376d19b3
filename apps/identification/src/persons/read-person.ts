import { dni, list } from '@herald/contracts';
import { route, success } from '@herald/http';
import type { IdentificationDeps } from '../deps';
import { findPersons } from './find-persons';
import { claimsDescription, personAnswer } from './person.model';

export const readPerson = route('GET /identification/api/v1/identity/:dni', {
  summary: 'Read a person by national identity number',
  description: claimsDescription,
  scope: 'identification:read',
  resource: 'Identity',
  params: { dni: dni() },
  logsReads: true,
  returns: success(200, 'ok', list(personAnswer), { envelopeKey: 'user' }),
  errors: {},
  example: { params: { dni: '10.000.000-0' } },
  async handle({ params, caller, note }, deps: IdentificationDeps) {
    const found = await findPersons(deps, [params.dni], caller);
    // The service log names no dni.
    note({ resource_id: found.map(({ uuid }) => uuid).join(' ') });
    return found;
  },
});
