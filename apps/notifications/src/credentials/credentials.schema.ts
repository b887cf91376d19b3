import { boolean, object, optional, string, text, withDefault, type TypeOf } from '@herald/contracts';

const pem = () => string().max(8_192);

const fcmCredentials = object({
  project_id: text(64)
    .pattern(/^[a-z0-9:.-]+$/)
    .rule({ message: 'must be the id of a Google project' }),
  client_email: text(254).email({ tlds: false }),
  private_key: pem(),
}).description('A service account, as issued by Google');
export type FcmCredentials = TypeOf<typeof fcmCredentials>;

const apnsCredentials = object({
  key: pem(),
  key_id: text(10).alphanum().length(10),
  team_id: text(10).alphanum().length(10),
  production: withDefault(boolean(), true),
}).description('A .p8 key with its key id and team id, as issued by Apple');
export type ApnsCredentials = TypeOf<typeof apnsCredentials>;

export const credentialFields = { fcm: optional(fcmCredentials), apns: optional(apnsCredentials) };
