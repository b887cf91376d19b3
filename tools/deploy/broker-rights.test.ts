import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as envelopes from '@herald/contracts';
import { allServices } from '../../apps/platform/src/services';
import { brokerDefinitions, definitionsPath, definitionsText, published } from './broker-rights';

const definitions = brokerDefinitions();

it('is written as the services are defined', () => {
  if (readFileSync(definitionsPath, 'utf8') !== definitionsText())
    throw new Error('It is stale: npm run deploy:broker');
});

it.each(allServices)('lets $name publish every type that its code emits, and no other', ({ name }) => {
  const src = join(__dirname, '../../apps', name, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const code = sources.map((file) => readFileSync(join(src, file), 'utf8')).join('\n');
  const emitted = [...code.matchAll(/\bemit\(\s*(\w+),/g)].map(([, type]) => envelopes[type as 'pushBatch'].type);
  expect([...new Set(emitted)].sort()).toEqual((published[name] ?? []).map(({ type }) => type).sort());
});

it('gives every right but the operator’s by full names', () => {
  const ofServices = definitions.permissions.filter(({ user }) => user !== 'herald');
  const patterns = [...ofServices, ...definitions.topic_permissions].flatMap(({ write, read }) => [write, read]);
  for (const pattern of patterns) expect(pattern).toMatch(/^\^(\$|\([\w\\.|-]+\)\$)$/);
  for (const { configure } of ofServices) expect(configure).toBe('^$');
});

it('limits the dead letters in number, bytes and time', () => {
  const [{ pattern, definition }] = definitions.policies as [(typeof definitions.policies)[0]];
  expect(definitions.queues.filter(({ name }) => new RegExp(pattern).test(name)).map(({ name }) => name)).toEqual([
    'herald.dead',
  ]);
  const limits = { 'max-length': 100_000, 'max-length-bytes': 1_073_741_824, 'message-ttl': 31_536_000_000 };
  expect(definition).toEqual({ ...limits, overflow: 'drop-head' });
});
