import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@herald/contracts';
import { defaultBodyBytes, isOpenToLinks, pathsOf } from '@herald/http';
import { consolePageHeaders, homePageHeaders } from '@herald/service';
import { allServices } from '../../apps/platform/src/services';
import { wholeDocument } from './gateway-site';
import { nginxDir, nginxRoutes, nginxServices } from './nginx-services';

const root = join(__dirname, '../..');
const read = (name: string) => readFileSync(join(nginxDir, name), 'utf8');
const written = read('services.conf');
const built = readdirSync(join(root, 'apps')).filter((name) => existsSync(join(root, 'apps', name, 'src/service.ts')));

it('knows every service and route as they are defined', () => {
  if (written !== nginxServices() || read('routes.conf') !== nginxRoutes())
    throw new Error('deploy/nginx is stale: npm run deploy:nginx');
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

describe('limits of routes', () => {
  const locations = [...read('routes.conf').matchAll(/^location ~ "(\S+)" \{\n([^}]*)\}/gm)].map(
    ([, pattern, rules]) => ({
      pattern: new RegExp(pattern!),
      maxBytes: Number(/client_max_body_size (\d+);/.exec(rules!)![1]),
      seconds: Number(/proxy_read_timeout (\d+)s;/.exec(rules!)?.[1] ?? 60),
    }),
  );
  const usual = { maxBytes: defaultBodyBytes, seconds: 60 };
  const limitsOf = (path: string) => locations.find(({ pattern }) => pattern.test(path)) ?? usual;
  const routes = allServices.flatMap((service) => service.routes.map((route) => ({ service, route })));
  const ways = routes.flatMap(({ route }) => pathsOf(route).map((way) => ({ ...way, route })));

  it('has the defaults of the services as its own', () => {
    expect([read('nginx.conf').match(/client_max_body_size \w+;/)?.[0], defaultBodyBytes]).toEqual([
      'client_max_body_size 1m;',
      1_048_576,
    ]);
  });

  it.each(ways)(
    'lets $method $path take what it declares, for as long as it declares, and no more',
    ({ path, route }) => {
      const sent = path.replace(/:\w+/g, 'some-id');
      const beside = ways.filter((way) => way.path === path).map((way) => way.route.body?.maxBytes ?? 0);
      const limits = limitsOf(sent);
      expect(limitsOf(`${sent}/`)).toBe(limits);
      expect(limits.seconds).toBeGreaterThan(route.timeoutSeconds);
      if (isOpenToLinks(route)) return expect(limits.maxBytes).toBe(1_024);
      expect(limits.maxBytes).toBe(Math.max(...beside) || defaultBodyBytes);
    },
  );

  it('needs a token everywhere but for signed links', () => {
    const links = [...written.slice(written.indexOf('$is_signed_link')).matchAll(/"~(\S+ \S+)" 1;/g)];
    const isLink = (method: string, path: string) =>
      links.some(([, one]) => new RegExp(one!).test(`${method} ${path}`));
    for (const { method, path, route } of ways)
      expect([path, isLink(method, path.replace(/:\w+/g, 'some-id'))]).toEqual([path, isOpenToLinks(route)]);
  });
});

it('sends the console and the home page with the headers of the services', () => {
  const policy = consolePageHeaders({ oidc: null })['Content-Security-Policy'];
  expect(read('nginx.conf')).toContain(
    `"${policy.replace("connect-src 'self'", "connect-src 'self'$console_issuer")}"`,
  );
  expect(read('nginx.conf')).toContain(`"${homePageHeaders['Content-Security-Policy']}"`);
});
