import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { allServices } from './services';

/** Files that have no test yet. A file leaves the list with its first test. */
const exceptions = [
  'campaigns/src/count-actions.ts',
  'campaigns/src/expand-campaign.ts',
  'campaigns/src/keep-going.ts',
  'campaigns/src/list-campaigns.ts',
  'campaigns/src/list-targets.ts',
  'campaigns/src/look-for-new-devices.ts',
  'campaigns/src/on-delivery-reported.ts',
  'campaigns/src/read-campaign.ts',
  'campaigns/src/read-target.ts',
  'campaigns/src/stop-campaign.ts',
  'identification/src/on-device-registered.ts',
  'identification/src/on-identity-updated.ts',
  'identification/src/read-identities.ts',
  'identification/src/read-identity.ts',
  'index/src/create-identity.ts',
  'index/src/create-tag-value.ts',
  'index/src/list-tag-values.ts',
  'index/src/merge-identity.ts',
  'index/src/read-device.ts',
  'index/src/read-identity.ts',
  'index/src/tag-device.ts',
  'index/src/update-identity.ts',
  'index/src/update-tag-value.ts',
];

const apps = join(__dirname, '../..');
const story = /^export const \w+ = (route|consumer)\(|^export const \w+: Job</m;

const storiesOf = (service: string) =>
  readdirSync(join(apps, service, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => `${service}/src/${file}`)
    .filter((file) => file.endsWith('.job.ts') || story.test(readFileSync(join(apps, file), 'utf8')));

const stories = allServices.flatMap(({ name }) => storiesOf(name));

it('finds one file for each route, consumer and job', () => {
  const counts = allServices.map(
    ({ routes, consumers = [], jobs = [] }) => routes.length + consumers.length + jobs.length,
  );
  expect(stories).toHaveLength(counts.reduce((sum, count) => sum + count));
});

it('finds a test of the same name beside each of them', () => {
  const untested = stories.filter((file) => !existsSync(join(apps, file.replace(/\.ts$/, '.test.ts'))));
  expect(untested.sort()).toEqual(exceptions.toSorted());
});
