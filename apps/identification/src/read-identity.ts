import { dni } from '@herald/contracts';
import { success, route } from '@herald/http';
import Joi from 'joi';
import type { IdentificationDeps } from './deps';
import { findPersons } from './find-persons';
import { claimsDescription, personShape } from './person.model';

export const readIdentity = route('GET /identification/api/v1/identity/:dni', {
  summary: 'Read a person by one national identity number',
  description: claimsDescription,
  scope: 'identification:read',
  resource: 'Identity',
  params: { dni: dni() },
  returns: success(200, 'ok', Joi.array().items(personShape), { envelopeKey: 'user' }),
  errors: {},
  example: { params: { dni: '12.345.678-K' } },
  handle: ({ params, caller }, deps: IdentificationDeps) => findPersons(deps, [params.dni], caller),
});
