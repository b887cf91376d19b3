import type { ServiceLogRecord } from '@herald/contracts';
import { collapseRefusals } from './collapse-refusals';

let uuids = 0;
const refusal = (more: Partial<ServiceLogRecord> = {}): ServiceLogRecord => ({
  uuid: `uuid-${++uuids}`,
  service: 'channels',
  resource: 'Channel',
  resource_id: '',
  resource_id_2: '',
  operation: 'create',
  description: 'Create a channel',
  relevance: 'medium',
  result: false,
  company_id: '1',
  user_id: 'mallory',
  audit_id: '',
  created_at: new Date().toISOString(),
  ...more,
});

let sent: ServiceLogRecord[];
let log: ReturnType<typeof collapseRefusals>;
beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  log = collapseRefusals(async (record) => void sent.push(record), { maxPerCaller: 3 });
});
afterEach(() => jest.useRealTimers());

it('writes one record with a count for two thousand equal refusals', async () => {
  for (let at = 0; at < 2_000; at++) await log.add(refusal());
  expect(sent).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent.map(({ uuid, count }) => [uuid, count])).toEqual([
    [sent[0]!.uuid, undefined],
    [sent[0]!.uuid, 2_000],
  ]);
  await log.add(refusal());
  expect(sent).toHaveLength(3);
});

it('bounds the records of a caller with many different refusals', async () => {
  for (let at = 0; at < 500; at++) await log.add(refusal({ resource_id: String(at) }));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(new Set(sent.map(({ uuid }) => uuid)).size).toBe(4);
  expect(sent.at(-1)).toMatchObject({ description: 'Further refused requests', resource_id: '', count: 497 });
});

it('separates callers and companies, and publishes the counts at a stop', async () => {
  const callers = [{}, { user_id: 'other' }, { company_id: '2' }];
  for (const caller of [...callers, ...callers]) await log.add(refusal(caller));
  expect(sent).toHaveLength(3);
  await log.flush();
  expect(sent.slice(3).map(({ user_id, company_id, count }) => [user_id, company_id, count])).toEqual([
    ['mallory', '1', 2],
    ['other', '1', 2],
    ['mallory', '2', 2],
  ]);
});
