import { dni } from '@herald/contracts';
import { success, notFound, route, type Problem, whenInvalid } from '@herald/http';
import Joi from 'joi';
import type { IdentificationDeps } from './deps';
import { findPersons } from './find-persons';
import { claimsDescription, personShape } from './person.model';

const notAnArray = ({ field, kind }: Problem) =>
  field === 'body' || (field === 'dnis' && ['any.required', 'array.base'].includes(kind));

export const readIdentities = route('POST /identification/api/v1/identity/dni', {
  summary: 'Read persons by their national identity numbers',
  description: claimsDescription,
  scope: 'identification:read',
  resource: 'Identity',
  aliases: ['GET /identification/api/v1/identity/dni'],
  body: Joi.object<{ dnis: string[] }>({ dnis: Joi.array().items(dni()).max(1000).required() }),
  guards: [
    whenInvalid((problems) =>
      problems.some(notAnArray) ? notFound({ message: "Array 'dnis' not found" }) : undefined,
    ),
  ],
  returns: success(200, 'ok', Joi.array().items(personShape), { envelopeKey: 'user' }),
  errors: { 404: 'There is no array dnis' },
  example: { body: { dnis: ['12.345.678-K', '9876543-2'] } },
  handle: ({ body, caller }, deps: IdentificationDeps) => findPersons(deps, body.dnis, caller),
});
