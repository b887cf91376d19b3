import { companyId, dni, email, freeObject, text } from '@herald/contracts';
import Joi from 'joi';

export type Registration = {
  core_id: string;
  core_id_type: string;
  company_id: string;
  characteristics: Record<string, unknown>;
  location?: [number, number];
  app: {
    bundle_id: string;
    flavor_id?: string;
    version: string;
    push_token?: string;
    tags?: Record<string, string>;
  };
  person?: { dni?: string; email?: string; name?: string; lastname?: string; phone?: string };
};

/** The sample of a device's characteristics is about 2,000 characters. */
const largestCharacteristics = 32_768;

const characteristics = freeObject()
  .custom((value, helpers) =>
    JSON.stringify(value).length > largestCharacteristics ? helpers.error('object.large') : (value as unknown),
  )
  .messages({ 'object.large': `must not be longer than ${largestCharacteristics} characters` })
  .default({});

/** What an app's SDK sends at each start. */
export const registration = Joi.object<Registration>({
  core_id: text(128).required(),
  core_id_type: text(64).allow('').default(''),
  company_id: companyId().required(),
  characteristics,
  location: Joi.array()
    .ordered(Joi.number().min(-180).max(180).required(), Joi.number().min(-90).max(90).required())
    .messages({ 'array.includesRequiredUnknowns': 'must be [longitude, latitude]' }),
  app: Joi.object({
    bundle_id: text().required(),
    flavor_id: text(),
    version: text(64).required(),
    push_token: text(4096),
    tags: freeObject(text(1024).allow('')),
  }).required(),
  person: Joi.object({
    dni: dni(),
    email: email(),
    name: text().trim().allow(''),
    lastname: text().trim().allow(''),
    phone: text(32).allow(''),
  }),
});
