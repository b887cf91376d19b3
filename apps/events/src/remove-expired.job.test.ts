import { startForTest, type Tested } from '@herald/testing';
import { removeExpired } from './remove-expired.job';
import { service } from './service';
import { serviceEvents } from './service-event.model';
import { serviceLogRecord } from './service-log-record.fixture';

const dayMs = 86_400_000;
const recordsOf = (count: number, daysOld: number) =>
  Array.from({ length: count }, () => ({
    ...serviceLogRecord(),
    created_at: new Date(Date.now() - daysOld * dayMs),
  }));

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

it('removes all records that are older than the retention, and no others', async () => {
  const ServiceEvent = serviceEvents.model(herald.database('events'));
  await ServiceEvent.insertMany([...recordsOf(6_000, 31), ...recordsOf(1, 29), ...recordsOf(1, 0)]);
  await removeExpired.run({ ServiceEvent, retentionDays: 30 } as never, new AbortController().signal);
  expect(await ServiceEvent.countDocuments()).toBe(2);
});
