import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@herald/contracts';
import { pathsOf } from '@herald/http';
import { allServices } from './services';

const root = join(__dirname, '../../..');

describe.each(allServices.map((service) => [service.name, service] as const))('%s', (name, service) => {
  const { prefix } = services[name];

  it.each(service.routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is whole',
    (_, route) => {
      expect(route.summary).toMatch(/^[A-Z].{5,}/);
      // Dead letters and requests of persons are of all services, so that a right to one service is none to them.
      expect(route.scope).toMatch(new RegExp(`^(${name}|dead-letters|privacy):(read|write)$`));
      expect(route.returns.status).toBeGreaterThanOrEqual(200);
      expect(route.errors).toBeInstanceOf(Object);
      expect(route.resource).toBeTruthy();
      if (services[name].family === 'B' && route.returns.kind === 'one') expect(route.returns.envelopeKey).toBeTruthy();
      for (const { path } of pathsOf(route)) expect(path.startsWith(`${prefix}/`)).toBe(true);
      if (route.body && !route.body.upload)
        expect(route.body.schema.validate(route.example?.body).error).toBeUndefined();
      if (route.query && route.example?.query) expect(route.query.validate(route.example.query).error).toBeUndefined();
      const variables = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
      expect(Object.keys(route.example?.params ?? {}).sort()).toEqual(variables.sort());
    },
  );

  it('has a README whose table lists its endpoints', () => {
    const readme = readFileSync(join(root, 'apps', name, 'README.md'), 'utf8');
    const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
    const cells = (row: string) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .filter(Boolean);
    const expected = service.routes.map(({ method, path, scope, summary }) => [
      `\`${method} ${path}\``,
      scope,
      summary,
    ]);
    expect(rows.map(cells)).toEqual(expected);
  });

  it('opens nothing when it is imported', () => {
    const script = `import(${JSON.stringify(join(root, 'apps', name, 'src/service.ts'))}).then(() => {
      const open = process.getActiveResourcesInfo().filter((kind) => /TCP|Timeout|FSEvent|Worker/.test(kind));
      console.log(JSON.stringify(open));
    })`;
    const printed = execFileSync(process.execPath, ['--import', 'tsx', '--eval', script], {
      cwd: root,
      timeout: 55_000,
    });
    expect(JSON.parse(printed.toString())).toEqual([]);
  });
});

it('gives each method and path to one route', () => {
  const ways = allServices
    .flatMap(({ routes }) => routes.flatMap(pathsOf))
    .map(({ method, path }) => `${method} ${path}`);
  expect(ways.length).toBe(new Set(ways).size);
});

it('gives each service a name and a prefix of its own', () => {
  expect(new Set(allServices.map(({ name }) => name)).size).toBe(allServices.length);
  expect(new Set(Object.values(services).map(({ prefix }) => prefix)).size).toBe(Object.keys(services).length);
});
