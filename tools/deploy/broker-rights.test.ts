import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allMessages, subjectRequested } from '@herald/contracts';
import { allServices } from '../../apps/platform/src/services';
import {
  brokerDefinitions,
  definitionsPath,
  definitionsText,
  published,
  publishedByAll,
  userOf,
} from './broker-rights';
import { longestPattern } from './exactly';
import { usesOfMessages } from './uses-of-messages.fixture';

const definitions = brokerDefinitions();

it('is written as the services are defined', () => {
  if (readFileSync(definitionsPath, 'utf8') !== definitionsText())
    throw new Error('It is stale: npm run deploy:broker');
});

const root = join(__dirname, '../..');
const typesOf = (messages: { type: string }[]) => messages.map(({ type }) => type).sort();

it.each(allServices)('lets $name publish and consume every type that its code does, and no other', (service) => {
  const uses = usesOfMessages(join(root, 'apps', service.name, 'src'));
  // A type that is neither published nor consumed where it is named needs a closer look: it may be published elsewhere.
  expect(uses.others).toEqual([]);
  expect(uses.emitted).toEqual(typesOf(published[service.name] ?? []));
  const [events] = definitions.topic_permissions.filter(
    ({ user, exchange }) => user === userOf(service.name) && exchange === 'herald.events',
  );
  const may = (pattern: string) => allMessages.map(({ type }) => type).filter((type) => new RegExp(pattern).test(type));
  expect(may(events!.write).sort()).toEqual([...uses.emitted, ...typesOf(publishedByAll)].sort());
  expect(may(events!.read).sort()).toEqual([...uses.consumed, subjectRequested.type].sort());
});

it('lets all services publish and consume what the libraries do in each, and no more', () => {
  const libraries = readdirSync(join(root, 'libs')).filter((name) => existsSync(join(root, 'libs', name, 'src')));
  const uses = libraries
    .filter((name) => !['contracts', 'testing'].includes(name))
    .map((name) => usesOfMessages(join(root, 'libs', name, 'src')));
  expect(uses.flatMap(({ others }) => others)).toEqual([]);
  expect(uses.flatMap(({ emitted }) => emitted).sort()).toEqual(typesOf(publishedByAll));
  expect(uses.flatMap(({ consumed }) => consumed)).toEqual([subjectRequested.type]);
});

it('notices a type that is published by another name or another way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-uses-'));
  const code = [
    "import { pushBatch as batch, deviceUpdated, type PushBatch } from '@herald/contracts';",
    'export const one = (deps: Deps, data: typeof batch) => deps.emit(batch, data);',
    'export const other = (broker: Broker) => broker.publish(newMessage(deviceUpdated, {}));',
  ];
  writeFileSync(join(folder, 'code.ts'), code.join('\n'));
  try {
    expect(usesOfMessages(folder)).toEqual({
      ...{ emitted: ['push.batch'], consumed: [] },
      others: ['code.ts: newMessage(deviceUpdated, {})'],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('gives every right but the operator’s by full names', () => {
  const ofServices = definitions.permissions.filter(({ user }) => user !== 'herald');
  const patterns = [...ofServices, ...definitions.topic_permissions].flatMap(({ write, read }) => [write, read]);
  // Letters, choices and dots that stand for themselves: nothing that could match another name.
  for (const pattern of patterns) expect(pattern).toMatch(/^\^(\w|-|\\\.|[(|]|\)\??)*\$$/);
  for (const { configure } of ofServices) expect(configure).toBe('^$');
});

it('stays below the longest pattern that the broker takes, with a long namespace too', () => {
  const { permissions, topic_permissions } = brokerDefinitions('a-namespace-of-thirty-2-letters');
  const patterns = [...permissions, ...topic_permissions].flatMap(({ write, read }) => [write, read]);
  expect(Math.max(...patterns.map(({ length }) => length))).toBeLessThan(longestPattern);
});

it('limits the dead letters in number, bytes and time', () => {
  const [{ pattern, definition }] = definitions.policies as [(typeof definitions.policies)[0]];
  expect(definitions.queues.filter(({ name }) => new RegExp(pattern).test(name)).map(({ name }) => name)).toEqual([
    'herald.dead',
  ]);
  const limits = { 'max-length': 100_000, 'max-length-bytes': 1_073_741_824, 'message-ttl': 31_536_000_000 };
  expect(definition).toEqual({ ...limits, overflow: 'drop-head' });
});
