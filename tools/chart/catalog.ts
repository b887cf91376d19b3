/**
 * What the chart knows of the services, generated from their definitions: `npm run deploy:chart` writes
 * values.schema.json, files/catalog.json and files/gateway-services.conf of deploy/chart/herald. A test fails while
 * they are stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@herald/contracts';
import { isOpenToLinks, pathsOf } from '@herald/http';
import { consoleEnv } from '@herald/service';
import type Joi from 'joi';
import { allServices } from '../../apps/platform/src/services';
import { processPaths } from '../../libs/service/src/http-server';
import { stopTimeoutMs } from '../../libs/service/src/run';
import { house, neededSettings, tokenKeySettings, urlSetting } from '../../libs/service/src/settings';
import { nginxServices } from '../deploy/nginx-services';
import { valuesSchema } from './values-schema';

export const chartDir = join(__dirname, '../../deploy/chart/herald');

export type CatalogService = {
  name: ServiceName;
  /** A path of its own that answers 401 to a token that is none. */
  path: string;
  /** The settings that an operator may give, without the addresses of other services. */
  settings: string[];
  /** Without one of these its process does not start. */
  needed: string[];
  /** The services that it calls, and the settings with their addresses. */
  calls: { service: ServiceName; setting: string }[];
  /** The consumers behind its queues. */
  consumers: string[];
  needs: string[];
};
export type Catalog = ReturnType<typeof chartCatalog>;

/** The image or the chart sets these. */
const fixedSettings = ['NODE_ENV', 'PORT', 'DATA_DIR', 'DRAIN_SECONDS'];
/** Of all shared settings, these are read only by services that need the part. */
const settingsOfNeeds: Record<string, string[]> = {
  mail: ['SMTP_URL'],
  storage: ['STORAGE_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
};

/** Contains a secret, by its name: addresses of stores and of the mail server contain passwords, headers a token. */
export const isSecret = (setting: string) =>
  /^(MONGO|AMQP|SMTP)_URL$|SECRET|PASSWORD|TOKEN|CREDENTIALS|ACCESS_KEY|^APNS_KEY$|_HEADERS$/.test(setting);

export function chartCatalog() {
  const entries = allServices.map(entryOf);
  const settings = [...new Set(entries.flatMap((entry) => entry.settings))].sort();
  return {
    services: entries,
    secretSettings: settings.filter(isSecret),
    tokenKeySettings: [...tokenKeySettings],
    gatewaySettings: settingsIn(consoleEnv).filter((name) => !fixedSettings.includes(name)),
    paths: processPaths,
    stopSeconds: stopTimeoutMs / 1000,
  };
}

function entryOf({ name, needs = [], calls = [], config, consumers = [], routes }: (typeof allServices)[number]) {
  const addresses = calls.map((service) => ({ service, setting: urlSetting(service) }));
  const notRead = Object.entries(settingsOfNeeds).flatMap(([need, names]) =>
    (needs as string[]).includes(need) ? [] : names,
  );
  const shared = settingsIn(house).filter((setting) => ![...fixedSettings, ...notRead].includes(setting));
  const entry: CatalogService = {
    ...{ name, path: pathOf(routes), calls: addresses, needs },
    settings: [...shared, ...(config ? settingsIn(config) : [])],
    needed: [...neededSettings([{ name, needs }]), ...(config ? neededIn(config) : [])],
    consumers: consumers.map((consumer) => consumer.name),
  };
  return entry;
}

function pathOf(routes: (typeof allServices)[number]['routes']): string {
  const reads = routes.filter((route) => !isOpenToLinks(route)).flatMap(pathsOf);
  return reads.find(({ method }) => method === 'GET')!.path.replace(/:\w+/g, '1');
}

type Described = { keys: Record<string, { flags?: { presence?: string } }> };
const keysOf = (schema: Joi.ObjectSchema) => (schema.describe() as Described).keys;
const settingsIn = (schema: Joi.ObjectSchema) => Object.keys(keysOf(schema));
const neededIn = (schema: Joi.ObjectSchema) =>
  settingsIn(schema).filter((name) => keysOf(schema)[name]!.flags?.presence === 'required');

/** Values that the chart refuses, with the sentence that names their place. */
export const removedValues = () =>
  JSON.parse(readFileSync(join(chartDir, 'files/removed-values.json'), 'utf8')) as Record<string, string>;

/** The generated files by their paths in the chart. */
export function generatedFiles(): Record<string, string> {
  // References on one line.
  const asText = (value: object) =>
    `${JSON.stringify(value, null, 2).replace(/\{\s+("\$ref": "[^"]+")\s+\}/g, '{ $1 }')}\n`;
  const inCluster = (name: ServiceName) => [`{{ include "herald.fullname" . }}-${name}:8080`];
  return {
    'files/catalog.json': asText(chartCatalog()),
    'files/gateway-services.conf': nginxServices(inCluster),
    'values.schema.json': asText(valuesSchema(chartCatalog(), Object.keys(removedValues()))),
  };
}

if (require.main === module)
  for (const [path, text] of Object.entries(generatedFiles())) writeFileSync(join(chartDir, path), text);
