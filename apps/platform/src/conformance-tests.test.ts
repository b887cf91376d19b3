import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { subjectRequested } from '@herald/contracts';
import type { Service } from '@herald/service';
import { allServices } from './services';

const apps = join(__dirname, '../..');
const story = /^export const \w+ = (route|consumer)\(|^export const \w+: Job</m;

const storiesOf = (service: string) =>
  readdirSync(join(apps, service, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => `${service}/src/${file}`)
    .filter((file) => file.endsWith('.job.ts') || story.test(readFileSync(join(apps, file), 'utf8')));

/** One consumer is the same in all services; its tests stand in its library. */
const ownConsumers = ({ consumers = [] }: Service) => consumers.filter(({ on }) => on.type !== subjectRequested.type);

const stories = allServices.flatMap(({ name }) => storiesOf(name));

it('finds one file for each route, consumer and job', () => {
  const counts = allServices.map(
    (service) => service.routes.length + ownConsumers(service).length + (service.jobs ?? []).length,
  );
  expect(stories).toHaveLength(counts.reduce((sum, count) => sum + count));
});

it('finds a test of the same name beside each of them', () => {
  const untested = stories.filter((file) => !existsSync(join(apps, file.replace(/\.ts$/, '.test.ts'))));
  expect(untested).toEqual([]);
});

it('names each route as its file, and so its operation in the API', () => {
  const camelCased = (file: string) =>
    basename(file, '.ts').replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
  const files = stories.filter((file) => / = route\(/.test(readFileSync(join(apps, file), 'utf8'))).map(camelCased);
  const names = allServices.flatMap(({ routes }) => routes.map(({ name }) => name));
  expect(names.toSorted()).toEqual(files.toSorted());
  expect(new Set(names).size).toBe(names.length);
});
