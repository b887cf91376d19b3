import { fieldNames } from '@herald/card-reader';
import { timestamp } from '@herald/contracts';
import { shape } from '@herald/http';
import Joi from 'joi';
import type { Credential } from './credential.model';
import { isExpired } from './expiry';

const nullableText = () => Joi.string().allow(null);
const link = () => Joi.string().uri();

const evidenceShape = shape({
  sources: Joi.array().items(Joi.valid('mrz', 'barcode', 'print').optional()),
  proven: Joi.boolean(),
  confidence: Joi.number().min(0).max(1),
  candidates: Joi.array().items(Joi.string().optional()),
});

export const credentialShape = shape({
  uuid: Joi.string(),
  ...Object.fromEntries(fieldNames.map((field) => [field, nullableText()])),
  front_image: link(),
  back_image: link(),
  face_images: Joi.array().items(link()),
  original_front_image: link(),
  original_back_image: link(),
  validated: Joi.boolean(),
  expired: Joi.boolean().allow(null),
  evidence: shape(Object.fromEntries(fieldNames.map((field) => [field, evidenceShape]))),
  created_at: timestamp(),
});

/** The credential as in answers, with new links and the expiry as of now. */
export function toCredential(credential: Credential, linkTo: (picture: string) => string) {
  const { uuid, fields, pictures, validated, evidence, created_at } = credential;
  return {
    uuid,
    ...fields,
    front_image: linkTo(pictures.front),
    back_image: linkTo(pictures.back),
    face_images: pictures.faces.map(linkTo),
    original_front_image: linkTo(pictures.original_front),
    original_back_image: linkTo(pictures.original_back),
    validated,
    expired: isExpired(fields.date_due, new Date()),
    evidence,
    created_at,
  };
}
