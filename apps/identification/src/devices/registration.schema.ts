import {
  companyId,
  dni,
  email,
  freeObject,
  number,
  object,
  optional,
  text,
  tuple,
  withDefault,
  type TypeOf,
} from '@herald/contracts';

/** The sample of a device's characteristics is about 2,000 characters. */
const maxCharacteristicsLength = 32_768;

const characteristics = freeObject()
  .custom((value: object, { error }) =>
    JSON.stringify(value).length > maxCharacteristicsLength ? error('object.large') : value,
  )
  .messages({ 'object.large': `must not be longer than ${maxCharacteristicsLength} characters` });

const location = tuple(number().min(-180).max(180), number().min(-90).max(90)).messages({
  'array.includesRequiredUnknowns': 'must be [longitude, latitude]',
});

const app = object({
  bundle_id: text(),
  flavor_id: optional(text()),
  version: text(64),
  push_token: optional(text(4096)),
  tags: optional(freeObject(text(1024).allow(''))),
});

const person = object({
  dni: optional(dni()),
  email: optional(email()),
  name: optional(text().trim().allow('')),
  lastname: optional(text().trim().allow('')),
  phone: optional(text(32).allow('')),
});

/** What an app's SDK sends at each start. */
export const registration = object({
  core_id: text(128),
  core_id_type: withDefault(text(64).allow(''), ''),
  company_id: companyId(),
  characteristics: withDefault(characteristics, {}),
  location: optional(location),
  app,
  person: optional(person),
});
export type Registration = TypeOf<typeof registration>;
