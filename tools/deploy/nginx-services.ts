/**
 * What deploy/nginx/services.conf says of each service, made of libs/envelopes, so that a new service needs no line here:
 * `npm run deploy:nginx`. A test fails while the file lags behind.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { services, type ServiceName } from '@herald/envelopes';

export const nginxDir = join(__dirname, '../../deploy/nginx');

/** In a container every service listens on the same port. */
const inCompose = (name: ServiceName) => `${name}:8080 resolve`;

/** The file's content; `serverOf` gives the address where a service answers. */
export function nginxServices(serverOf: (name: ServiceName) => string = inCompose): string {
  const all = Object.entries(services) as [ServiceName, (typeof services)[ServiceName]][];
  const upstreams = all.map(
    ([name]) =>
      `upstream ${name} { zone ${name} 128k; server ${serverOf(name)}; keepalive 16; keepalive_timeout 30s; }`,
  );
  const prefixes = all.map(([name, { prefix }]) => `  ~^${prefix}(?:/|$) ${name};`);
  const families = all.flatMap(([name, { family }]) => (family === 'A' ? [] : [`  ${name} ${family};`]));
  return [
    '# Made by tools/deploy/nginx-services.ts of libs/envelopes/src/services.ts; changes belong there.',
    ...upstreams,
    "map $uri $service {\n  default '';",
    ...prefixes,
    '}\nmap $service $family {\n  default A;',
    ...families,
    '}\n',
  ].join('\n');
}

if (require.main === module) writeFileSync(join(nginxDir, 'services.conf'), nginxServices());
