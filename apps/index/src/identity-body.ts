import { companyId, dni, email, httpAddress, text } from '@herald/contracts';
import Joi from 'joi';
import type { Identity } from './identity.model';
import { normalName } from './names';

export type SentApp = { app_id?: string; bundle_id?: string; flavor_id?: string; version?: string };
export type SentIdentity = { company_uid: string; apps?: SentApp[] } & Partial<
  Pick<Identity, 'dni' | 'email' | 'phone_number' | 'name' | 'last_name' | 'status' | 'img' | 'nationality' | 'core_id'>
>;

/** An app's id as the house writes it; it becomes part of a name in stored records. */
export const appId = (): Joi.StringSchema =>
  text(64)
    .pattern(/^[\w-]+$/)
    .messages({ 'string.pattern.base': 'must be the id of an app' });

const name = () =>
  text()
    .allow('')
    .custom((sent: string) => normalName(sent));

/** The body that makes or changes an identity. */
export function identityBody(): Joi.ObjectSchema<SentIdentity> {
  return Joi.object<SentIdentity>({
    company_uid: companyId().required(),
    dni: dni(),
    email: email(),
    phone_number: text(32).allow(''),
    name: name(),
    last_name: name(),
    status: Joi.boolean(),
    img: httpAddress().allow(''),
    nationality: text(8).allow(''),
    core_id: text(128).allow(''),
    apps: Joi.array()
      .items(
        Joi.object({ app_id: appId(), bundle_id: text(), flavor_id: text(), version: text(64).allow('') })
          .or('app_id', 'bundle_id')
          .with('flavor_id', 'bundle_id'),
      )
      .max(100),
  })
    .or('dni', 'email')
    .messages({ 'object.missing': 'must hold at least one of dni and email' });
}
