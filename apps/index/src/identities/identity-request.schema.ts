import {
  boolean,
  companyId,
  dni,
  email,
  httpAddress,
  list,
  object,
  optional,
  text,
  type TypeOf,
} from '@herald/contracts';
import { appId } from '../apps/app-entry.model';
import { normalizeName } from './normalize-name';

const name = () => text().allow('').custom(normalizeName);

const app = object({
  app_id: optional(appId()),
  bundle_id: optional(text()),
  flavor_id: optional(text()),
  version: optional(text(64).allow('')),
})
  .or('app_id', 'bundle_id')
  .with('flavor_id', 'bundle_id');

/** The body that creates or updates an identity. */
export const identityRequest = object({
  company_uid: companyId(),
  dni: optional(dni()),
  email: optional(email()),
  phone_number: optional(text(32).allow('')),
  name: optional(name()),
  last_name: optional(name()),
  status: optional(boolean()),
  img: optional(httpAddress().allow('')),
  nationality: optional(text(8).allow('')),
  core_id: optional(text(128).allow('')),
  apps: optional(list(app).max(100)),
})
  .or('dni', 'email')
  .messages({ 'object.missing': 'must hold at least one of dni and email' });
export type IdentityRequest = TypeOf<typeof identityRequest>;
