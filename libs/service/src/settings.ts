import { services, type ServiceName } from '@herald/contracts';
import Joi from 'joi';
import type { Service } from './define-service';
import { StartError } from './start-error';
import { checkTokenSettings } from './token-issuers';

export type Env = Record<string, string | undefined>;

/** Settings of every service, by the names of environment variables. */
export type HouseSettings = {
  NODE_ENV: 'production' | 'development' | 'test';
  HOST: string;
  PORT: number;
  DATA_DIR: string;
  LOG_LEVEL: string;
  PUBLIC_URL?: string;
  NAMESPACE: string;
  MONGO_URL?: string;
  AMQP_URL?: string;
  SMTP_URL?: string;
  STORAGE_URL?: string;
  MAX_MESSAGE_BYTES: number;
  DEAD_LETTER_DAYS: number;
  RATE_LIMIT_PER_SECOND: number;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
  AUTH_JWKS_URL?: string;
  AUTH_PUBLIC_KEY?: string;
  AUTH_JWT_SECRET?: string;
  AUTH_ISSUER?: string;
  AUTH_AUDIENCE?: string;
  SERVICE_JWT_SECRET?: string;
  /** The previous secret, accepted during a rotation. */
  SERVICE_JWT_SECRET_PREVIOUS?: string;
};

const address = (...scheme: string[]) => Joi.string().uri({ scheme });
const secret = () => Joi.string().min(32);

const house = Joi.object<HouseSettings>({
  NODE_ENV: Joi.valid('production', 'development', 'test').default('development'),
  HOST: Joi.string()
    .when('NODE_ENV', { is: 'production', then: Joi.string().default('0.0.0.0') })
    .default('127.0.0.1'),
  PORT: Joi.number().port(),
  DATA_DIR: Joi.string().default('.data'),
  LOG_LEVEL: Joi.valid('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
    .when('NODE_ENV', { is: 'production', then: Joi.string().default('info') })
    .default('warn'),
  PUBLIC_URL: address('http', 'https'),
  NAMESPACE: Joi.string()
    .pattern(/^[a-z][a-z0-9_]{0,23}$/)
    .default('herald'),
  MONGO_URL: address('mongodb', 'mongodb+srv'),
  AMQP_URL: address('amqp', 'amqps'),
  SMTP_URL: address('smtp', 'smtps'),
  STORAGE_URL: address('file', 's3'),
  MAX_MESSAGE_BYTES: Joi.number().integer().min(262_144).max(16_000_000).default(1_048_576),
  RATE_LIMIT_PER_SECOND: Joi.number().min(0).max(1_000_000).default(5_000),
  DEAD_LETTER_DAYS: Joi.number().integer().min(1).max(365).default(30),
  S3_ACCESS_KEY_ID: Joi.string(),
  S3_SECRET_ACCESS_KEY: Joi.string(),
  AUTH_JWKS_URL: address('http', 'https'),
  AUTH_PUBLIC_KEY: Joi.string(),
  AUTH_JWT_SECRET: secret(),
  AUTH_ISSUER: Joi.string(),
  AUTH_AUDIENCE: Joi.string(),
  SERVICE_JWT_SECRET: secret(),
  SERVICE_JWT_SECRET_PREVIOUS: secret(),
}).and('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');

/** The name of the setting with another service's URL. */
export function urlSetting(service: ServiceName): string {
  return `${service.toUpperCase().replaceAll('-', '_')}_URL`;
}

/** Reads and validates all settings of a process; an invalid one stops the start with one line. */
export function readSettings(list: Service[], env: Env, defaultPort: number): HouseSettings {
  const settings = checked(house, env);
  const missing = settings.NODE_ENV === 'production' ? missingIn(settings, list, env) : [];
  if (missing.length > 0) throw new StartError(`Missing in production: ${missing.join(', ')}`);
  checkTokenSettings(settings);
  return { ...settings, PORT: settings.PORT ?? defaultPort };
}

/** The settings of one service. */
export function ownSettings({ config }: Service, env: Env): object {
  return config ? checked<object>(config, env) : {};
}

/** The URL of a service in another process. */
export function addressOf(service: ServiceName, env: Env, settings: HouseSettings): string {
  const name = urlSetting(service);
  const sent = env[name];
  if (sent)
    return checked<Record<string, string>>(Joi.object({ [name]: address('http', 'https') }), env)[name]!.replace(
      /\/$/,
      '',
    );
  if (settings.NODE_ENV === 'production') throw new StartError(`${name} is missing`);
  return `http://127.0.0.1:${services[service].port}`;
}

function checked<T>(schema: Joi.ObjectSchema<T>, env: Env): T {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { value, error } = schema.validate(given, { stripUnknown: true, errors: { wrap: { label: '' } } });
  // The message of a secret that is too short names the setting, not its value.
  if (error) throw new StartError(error.message);
  return value as T;
}

function missingIn(settings: HouseSettings, list: Service[], env: Env): string[] {
  const needs = new Set(list.flatMap((service) => service.needs ?? []));
  const here = new Set(list.map(({ name }) => name));
  const called = list.flatMap(({ calls = [] }) => calls).filter((name) => !here.has(name));
  const wanted = ['MONGO_URL', 'AMQP_URL', 'SERVICE_JWT_SECRET'];
  if (needs.has('mail')) wanted.push('SMTP_URL');
  if (needs.has('storage')) wanted.push('STORAGE_URL');
  const missing = [...wanted, ...called.map(urlSetting)].filter((name) => !env[name]);
  const { AUTH_JWKS_URL, AUTH_PUBLIC_KEY, AUTH_JWT_SECRET } = settings;
  if (!AUTH_JWKS_URL && !AUTH_PUBLIC_KEY && !AUTH_JWT_SECRET)
    missing.push('one of AUTH_JWKS_URL, AUTH_PUBLIC_KEY and AUTH_JWT_SECRET');
  return [...new Set(missing)];
}
