import { readFileSync } from 'node:fs';
import Joi from 'joi';
import { checkSealKeys } from './credentials/seal';

export type NotificationsSettings = {
  FCM_URL: string;
  FCM_PROJECT_ID?: string;
  /** A service account: path or JSON. */
  FCM_CREDENTIALS?: string;
  FCM_ACCESS_TOKEN?: string;
  APNS_URL: string;
  /** A .p8 key: path or PEM. */
  APNS_KEY?: string;
  APNS_KEY_ID?: string;
  APNS_TEAM_ID?: string;
  PUSH_CA?: string;
  /** `direct`: our own HTTP/2 client. `libraries`: firebase-admin and node-apn. */
  PUSH_TRANSPORT: 'direct' | 'libraries';
  PUSH_CONNECTIONS: number;
  PUSH_IN_FLIGHT: number;
  CREDENTIALS_SECRET: string;
};

const sealKeys: Joi.CustomValidator<string> = (setting, helpers) => {
  try {
    checkSealKeys(setting);
    return setting;
  } catch (error) {
    return helpers.message({ custom: `CREDENTIALS_SECRET: ${(error as Error).message}` });
  }
};

const https = () => Joi.string().uri({ scheme: 'https' });

export const config = Joi.object<NotificationsSettings & { APNS_PRODUCTION?: boolean }>({
  FCM_URL: https().default('https://fcm.googleapis.com'),
  FCM_PROJECT_ID: Joi.string().when('FCM_ACCESS_TOKEN', { is: Joi.exist(), then: Joi.required() }),
  FCM_CREDENTIALS: Joi.string(),
  FCM_ACCESS_TOKEN: Joi.string(),
  APNS_PRODUCTION: Joi.boolean().default(true),
  APNS_URL: https().when('APNS_PRODUCTION', {
    is: false,
    then: Joi.string().default('https://api.sandbox.push.apple.com'),
    otherwise: Joi.string().default('https://api.push.apple.com'),
  }),
  APNS_KEY: Joi.string(),
  APNS_KEY_ID: Joi.string().when('APNS_KEY', { is: Joi.exist(), then: Joi.required() }),
  APNS_TEAM_ID: Joi.string().when('APNS_KEY', { is: Joi.exist(), then: Joi.required() }),
  PUSH_CA: Joi.string(),
  PUSH_TRANSPORT: Joi.valid('direct', 'libraries').default('direct'),
  PUSH_CONNECTIONS: Joi.number().integer().min(1).max(100).default(4),
  PUSH_IN_FLIGHT: Joi.number().integer().min(4).max(10_000).default(256),
  CREDENTIALS_SECRET: Joi.string().min(32).custom(sealKeys).required(),
});

/** The content of a setting that holds either a path or the content itself. */
export function contentOf(setting: string): string {
  return /^\s*(\{|-----)/.test(setting) ? setting : readFileSync(setting, 'utf8');
}
