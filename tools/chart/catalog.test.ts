import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { version } from '../../package.json';
import { allServices } from '../../apps/platform/src/services';
import { chartCatalog, chartDir, generatedFiles, isSecret } from './catalog';

const read = (path: string) => readFileSync(join(chartDir, path), 'utf8');
const catalog = chartCatalog();
const settings = [...new Set(catalog.services.flatMap((service) => service.settings))];

it.each(Object.keys(generatedFiles()))('%s knows the services as they are defined', (path) => {
  if (read(path) !== generatedFiles()[path]) throw new Error('deploy/chart is stale: npm run deploy:chart');
});

it('has values of its own for each service', () => {
  const values = parse(read('values.yaml')) as { services: object };
  expect(Object.keys(values.services).sort()).toEqual(allServices.map(({ name }) => name).sort());
});

it('has the version of the services', () => {
  expect(parse(read('Chart.yaml'))).toMatchObject({ appVersion: version });
});

it('decides of each key and address whether it is a secret', () => {
  const candidates = settings.filter((name) => /KEY|SECRET|TOKEN|PASSWORD|CREDENTIALS|_HEADERS$|_URL$/.test(name));
  expect(candidates.filter((name) => !isSecret(name)).sort()).toEqual([
    ...['APNS_KEY_ID', 'APNS_URL', 'AUTH_JWKS_URL', 'AUTH_PUBLIC_KEY', 'FCM_URL', 'PUBLIC_URL', 'STORAGE_URL'],
  ]);
  expect(settings.filter(isSecret).sort()).toEqual([
    ...['AMQP_URL', 'APNS_KEY', 'AUTH_JWT_SECRET', 'CREDENTIALS_SECRET', 'FCM_ACCESS_TOKEN', 'FCM_CREDENTIALS'],
    ...['MONGO_URL', 'OTEL_EXPORTER_OTLP_HEADERS', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ...['SERVICE_JWT_SECRET', 'SERVICE_JWT_SECRET_PREVIOUS'],
    'SMTP_URL',
  ]);
});

it('needs what the services need', () => {
  const neededBy = (name: string) => catalog.services.find((service) => service.name === name)!.needed;
  expect(neededBy('company')).toEqual(['MONGO_URL', 'AMQP_URL', 'SERVICE_JWT_SECRET']);
  expect(neededBy('core-idp')).toContain('SMTP_URL');
  expect(neededBy('chronos')).toContain('STORAGE_URL');
  expect(neededBy('notifications')).toContain('CREDENTIALS_SECRET');
});
