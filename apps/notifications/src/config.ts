import { readFileSync } from 'node:fs';
import {
  boolean,
  daysOrForever,
  integer,
  object,
  oneOf,
  optional,
  string,
  withDefault,
  type TypeOf,
} from '@herald/contracts';
import Joi from 'joi';
import { checkSealKeys } from './credentials/seal';

const sealKeys: Joi.CustomValidator<string> = (setting, helpers) => {
  try {
    checkSealKeys(setting);
    return setting;
  } catch (error) {
    return helpers.message({ custom: `CREDENTIALS_SECRET: ${(error as Error).message}` });
  }
};

const https = () => string().uri({ scheme: 'https' });
const neededWith = (name: string) => optional(string().when(name, { is: Joi.exist(), then: Joi.required() }));
const sandbox = { is: false, then: string().default('https://api.sandbox.push.apple.com') };

export const config = object({
  FCM_URL: withDefault(https(), 'https://fcm.googleapis.com'),
  FCM_PROJECT_ID: neededWith('FCM_ACCESS_TOKEN'),
  /** A service account: path or JSON. */
  FCM_CREDENTIALS: optional(string()),
  FCM_ACCESS_TOKEN: optional(string()),
  APNS_PRODUCTION: withDefault(boolean(), true),
  APNS_URL: withDefault(https().when('APNS_PRODUCTION', sandbox), 'https://api.push.apple.com'),
  /** A .p8 key: path or PEM. */
  APNS_KEY: optional(string()),
  APNS_KEY_ID: neededWith('APNS_KEY'),
  APNS_TEAM_ID: neededWith('APNS_KEY'),
  PUSH_CA: optional(string()),
  /** `direct`: our own HTTP/2 client. `libraries`: firebase-admin and node-apn. */
  PUSH_TRANSPORT: withDefault(oneOf('direct', 'libraries'), 'direct'),
  PUSH_CONNECTIONS: withDefault(integer().min(1).max(100), 4),
  PUSH_IN_FLIGHT: withDefault(integer().min(4).max(10_000), 256),
  /** Days after which a delivery is removed; 0: never. A message must not be in flight any more. */
  DELIVERY_DAYS: withDefault(daysOrForever(30), 400),
  /** Days after its device's last report after which a record without a push token is removed; 0: never. */
  UNREACHABLE_DAYS: withDefault(daysOrForever(30), 180),
  CREDENTIALS_SECRET: string().min(32).custom(sealKeys),
});
export type NotificationsSettings = TypeOf<typeof config>;

/** The content of a setting that holds either a path or the content itself. A PEM on one line has `\n` for its ends. */
export function contentOf(setting: string): string {
  if (/^\s*-----/.test(setting)) return setting.replaceAll('\\n', '\n');
  return /^\s*\{/.test(setting) ? setting : readFileSync(setting, 'utf8');
}
