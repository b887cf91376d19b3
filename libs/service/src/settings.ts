import {
  integer,
  number,
  object,
  oneOf,
  optional,
  pick,
  services,
  string,
  withDefault,
  type Schema,
  type ServiceName,
  type TypeOf,
} from '@herald/contracts';
import { mayReadStale } from '@herald/persistence';
import { consoleEnv, consoleSettingsOf, type ConsoleSettings } from './console-settings';
import type { Service } from './define-service';
import { StartError } from './start-error';
import { checkTokenSettings } from './token-issuers';

export type Env = Record<string, string | undefined>;

const address = (...scheme: string[]) => optional(string().uri({ scheme }));
const ofBroker = { scheme: ['amqp', 'amqps'] };
/** The addresses of the nodes of a cluster, separated by commas. The error must not show them: they hold passwords. */
const brokerAddresses = () =>
  string().custom((value: string, helpers) =>
    value.split(',').some((node) => string().uri(ofBroker).validate(node.trim()).error)
      ? helpers.error('string.uriCustomScheme', { scheme: ofBroker.scheme.join('|') })
      : value,
  );
const ofDatabase = { scheme: ['mongodb', 'mongodb+srv'] };
/**
 * The address of a server or of the members of a replica set, separated by commas. Reads decide about writes: from a
 * member that lags behind, a device could get a push twice.
 */
const databaseAddress = () =>
  string()
    .custom((value: string, helpers) => {
      const ofOneMember = value.replace(/,[^,/?@]+(?=[,/?]|$)/g, '');
      if (string().uri(ofDatabase).validate(ofOneMember).error)
        return helpers.error('string.uriCustomScheme', { scheme: ofDatabase.scheme.join('|') });
      return mayReadStale(value) ? helpers.error('reads') : value;
    })
    .messages({ reads: '{{#label}} must not lead reads to secondaries or to older data: they decide about writes' });
const secret = () => optional(string().min(32));
export const maxDrainSeconds = 300;
/** The names that OpenTelemetry gives to ways of sampling. */
const samplers = ['always_on', 'always_off', 'traceidratio'] as const;
const inProduction = (value: string) => ({ is: 'production', then: string().default(value) });

const houseFields = {
  NODE_ENV: withDefault(oneOf('production', 'development', 'test'), 'development'),
  HOST: withDefault(string().when('NODE_ENV', inProduction('0.0.0.0')), '127.0.0.1'),
  PORT: optional(number().port()),
  DATA_DIR: withDefault(string(), '.data'),
  LOG_LEVEL: withDefault(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').when('NODE_ENV', inProduction('info')),
    'warn',
  ),
  PUBLIC_URL: address('http', 'https'),
  NAMESPACE: withDefault(string().pattern(/^[a-z][a-z0-9_]{0,23}$/), 'herald'),
  MONGO_URL: optional(databaseAddress()),
  MIGRATE: withDefault(oneOf('at-start', 'separately').when('NODE_ENV', inProduction('separately')), 'at-start'),
  AMQP_URL: optional(brokerAddresses()),
  QUEUE_TYPE: withDefault(oneOf('classic', 'quorum').when('NODE_ENV', inProduction('quorum')), 'classic'),
  SMTP_URL: address('smtp', 'smtps'),
  STORAGE_URL: address('file', 's3'),
  MAX_MESSAGE_BYTES: withDefault(integer().min(262_144).max(16_000_000), 1_048_576),
  RATE_LIMIT_PER_SECOND: withDefault(number().min(0).max(1_000_000), 5_000),
  DEAD_LETTER_DAYS: withDefault(integer().min(1).max(365), 30),
  TOMBSTONE_DAYS: withDefault(integer().min(1).max(3650), 30),
  DRAIN_SECONDS: withDefault(integer().min(0).max(maxDrainSeconds), 0),
  S3_ACCESS_KEY_ID: optional(string()),
  S3_SECRET_ACCESS_KEY: optional(string()),
  AUTH_JWKS_URL: address('http', 'https'),
  AUTH_PUBLIC_KEY: optional(string()),
  AUTH_JWT_SECRET: secret(),
  AUTH_ISSUER: optional(string()),
  AUTH_AUDIENCE: optional(string()),
  SERVICE_JWT_SECRET: secret(),
  /** The previous secret, accepted during a rotation. */
  SERVICE_JWT_SECRET_PREVIOUS: secret(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http', 'https'),
  OTEL_EXPORTER_OTLP_HEADERS: optional(string()),
  OTEL_SERVICE_NAME: optional(string()),
  OTEL_TRACES_SAMPLER: withDefault(
    oneOf(...samplers, ...samplers.map((name) => `parentbased_${name}` as const)),
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(number().min(0).max(1), 1),
};

/** Settings of every service, by the names of environment variables. */
export const house = object(houseFields).and('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
export type HouseSettings = TypeOf<typeof house> & { PORT: number };

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

/** What a program needs that works with the databases alone. */
export function readDatabaseSettings(env: Env) {
  return checked(object(pick(houseFields, 'NODE_ENV', 'DATA_DIR', 'NAMESPACE', 'MONGO_URL')), env);
}

/** The name of a service's database. */
export const databaseName = (namespace: string, service: ServiceName): string =>
  `${namespace}_${service.replaceAll('-', '_')}`;

/** The settings of one service. */
export function ownSettings({ config }: Service, env: Env): object {
  return config ? checked(config, env) : {};
}

/** The settings of the operators' console, in the process that serves it. */
export const readConsoleSettings = (env: Env): ConsoleSettings => consoleSettingsOf(checked(consoleEnv, env));

/** The URLs of services in other processes, each read once. */
export function addressBook(env: Env, settings: HouseSettings): (service: ServiceName) => string {
  const known = new Map<ServiceName, string>();
  return (service) => {
    const address = known.get(service) ?? readAddress(service, env, settings);
    known.set(service, address);
    return address;
  };
}

function readAddress(service: ServiceName, env: Env, settings: HouseSettings): string {
  const name = urlSetting(service);
  const url = checked(object({ [name]: address('http', 'https') }), env)[name];
  if (url) return url.replace(/\/$/, '');
  if (settings.NODE_ENV === 'production') throw new StartError(`${name} is missing`);
  return `http://127.0.0.1:${services[service].port}`;
}

function checked<T>(schema: Schema<T>, env: Env): T {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { value, error } = schema.validate(given, { stripUnknown: true, errors: { wrap: { label: '' } } });
  // The message of a secret that is too short names the setting, not its value.
  if (error) throw new StartError(error.message);
  return value as T;
}

/** What a process of these services does not start without in production, beside one of `tokenKeySettings`. */
export function neededSettings(list: Pick<Service, 'name' | 'needs' | 'calls'>[]): string[] {
  const needs = new Set(list.flatMap((service) => service.needs ?? []));
  const here = new Set(list.map(({ name }) => name));
  const called = list.flatMap(({ calls = [] }) => calls).filter((name) => !here.has(name));
  const needed = ['MONGO_URL', 'AMQP_URL', 'SERVICE_JWT_SECRET'];
  if (needs.has('mail')) needed.push('SMTP_URL');
  if (needs.has('storage')) needed.push('STORAGE_URL');
  return [...new Set([...needed, ...called.map(urlSetting)])];
}

/** At least one of these says how callers' tokens are checked. */
export const tokenKeySettings = ['AUTH_JWKS_URL', 'AUTH_PUBLIC_KEY', 'AUTH_JWT_SECRET'] as const;

function missingIn(settings: TypeOf<typeof house>, list: Service[], env: Env): string[] {
  const missing = neededSettings(list).filter((name) => !env[name]);
  if (!tokenKeySettings.some((name) => settings[name]))
    missing.push('one of AUTH_JWKS_URL, AUTH_PUBLIC_KEY and AUTH_JWT_SECRET');
  return missing;
}
