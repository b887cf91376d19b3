import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nginxServices } from '../deploy/nginx-services';
import { chartCatalog } from './catalog';
import { contextOf, invariants, problemsIn } from './invariants';
import { componentOf, parseManifests } from './manifests';
import { spoiled } from './mutation';
import { mutations } from './mutations';

/** Two services of the production example, as helm rendered them: `npm run chart:check` fails while they are stale. */
const stored = parseManifests(readFileSync(join(__dirname, 'manifests.fixture.yaml'), 'utf8'));
const components = new Set(stored.map(componentOf));
const catalog = chartCatalog();
const services = catalog.services.filter(({ name }) => components.has(name));
const context = { ...contextOf(), catalog: { ...catalog, services } };

it('finds nothing in sound manifests', () => {
  expect(services.map(({ name }) => name).sort()).toEqual(['company', 'notifications']);
  expect(problemsIn(stored, context)).toEqual([]);
});

it.each(mutations)('$invariant finds $what', (mutation) => {
  expect(invariants[mutation.invariant](spoiled(stored, mutation), context)).not.toEqual([]);
});

it('has a fault for each invariant', () => {
  const tried = new Set(mutations.map(({ invariant }) => invariant));
  expect(Object.keys(invariants).filter((name) => !tried.has(name as never))).toEqual([]);
});

it('renders the gateway’s configuration of compose, with other addresses alone', () => {
  const rendered = stored.find(({ kind }) => kind === 'ConfigMap')!.data!['services.conf']!;
  const asInCompose = rendered.replace(/server herald-(\S+):8080 /g, 'server $1:8080 resolve ');
  expect(asInCompose.trim()).toBe(nginxServices().trim());
});
