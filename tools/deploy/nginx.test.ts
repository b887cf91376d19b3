import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@herald/envelopes';
import { allServices } from '../../apps/platform/src/services';
import { wholeDocument } from './gateway-site';
import { nginxDir, nginxServices } from './nginx-services';

const root = join(__dirname, '../..');
const written = readFileSync(join(nginxDir, 'services.conf'), 'utf8');
const built = readdirSync(join(root, 'apps')).filter((name) => existsSync(join(root, 'apps', name, 'src/service.ts')));

it('knows every service as libs/envelopes does', () => {
  if (written !== nginxServices()) throw new Error('deploy/nginx/services.conf lags behind: npm run deploy:nginx');
});

it.each(built)('leads to %s', (name) => {
  const { prefix } = services[name as keyof typeof services];
  expect(written).toContain(`upstream ${name} {`);
  expect(written).toContain(`  ~^${prefix}(?:/|$) ${name};`);
});

it('documents every service that is built', () => {
  expect(allServices.map(({ name }) => name as string).sort()).toEqual(built.sort());
  const paths = Object.keys(wholeDocument().paths as object);
  for (const name of built) expect(paths.some((path) => path.startsWith(`/${name}/`))).toBe(true);
});
