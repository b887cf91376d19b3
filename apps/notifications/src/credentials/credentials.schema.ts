import { text } from '@herald/contracts';
import Joi from 'joi';
import type { ApnsCredentials, FcmCredentials } from '../providers/provider-factory';

export type CredentialFields = { fcm?: FcmCredentials; apns?: ApnsCredentials };

const pem = () => Joi.string().max(8_192).required();

export const credentialFields = {
  fcm: Joi.object<FcmCredentials>({
    project_id: text(64)
      .pattern(/^[a-z0-9:.-]+$/)
      .required(),
    client_email: text(254).email({ tlds: false }).required(),
    private_key: pem(),
  }).description('A service account, as issued by Google'),
  apns: Joi.object<ApnsCredentials>({
    key: pem(),
    key_id: text(10).alphanum().length(10).required(),
    team_id: text(10).alphanum().length(10).required(),
    production: Joi.boolean().default(true),
  }).description('A .p8 key with its key id and team id, as issued by Apple'),
};
