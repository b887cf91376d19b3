import { connectDatabase } from './connect';
import { mayReadStale } from './stale-reads';

const stale = [
  'readPreference=secondary',
  'readPreference=secondaryPreferred',
  'readPreference=primaryPreferred',
  'readPreference=nearest',
  'readpreference=secondary',
  'READPREFERENCE=secondary',
  'read%50reference=secondary',
  'readPreference=%73econdary',
  'readPreference=primary&readPreference=secondary',
  'readPreferenceTags=dc:ny',
  'readPreference=primary&readPreferenceTags=dc:ny&readPreferenceTags=',
  'maxStalenessSeconds=120',
  'directConnection=true',
  'direct%43onnection=true',
  'readConcernLevel=available',
  'readConcernLevel=snapshot',
];
const current = [
  '',
  'replicaSet=rs0&authSource=admin',
  'readPreference=primary',
  'read%50reference=primary',
  'directConnection=false',
  'readConcernLevel=local',
  'readConcernLevel=majority',
  'appName=readPreference%3Dsecondary',
];
const hosts = ['mongodb://a:1/?', 'mongodb://u:s%3Fcret@a:1,b:2,c:3/?', 'mongodb://a,b?', 'mongodb+srv://a.b.c/db?'];
const urls = (list: string[], more = '') =>
  hosts.flatMap((start) => list.flatMap((one) => [start + one, `${start}tls=true&${one}${more}`]));

it.each(urls(stale, '&w=1'))('sees that %s may read older data', (url) => {
  expect(mayReadStale(url)).toBe(true);
});

it.each(urls(current))('sees that %s reads from the primary', (url) => {
  expect(mayReadStale(url)).toBe(false);
});

it('refuses to connect, for commands that work with the database alone too', async () => {
  const url = `${process.env.MONGO_URL}/?readPreference=nearest`;
  await expect(connectDatabase(url)).rejects.toThrow('must not lead reads to secondaries');
});
