import { retentionReported, type RetentionReported } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

const kind = (days: number): RetentionReported['kinds'][number] => ({
  ...{ kind: 'notes', collection: 'notes', setting: 'NOTE_DAYS', days, rule: null, unit: 'records' },
  ...{ oldest_at: null, due_within_day: 0, is_at_least: false },
});
const report = (days: number, second: number) =>
  herald.publish(retentionReported, {
    service: 'a-service',
    reported_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
    kinds: [kind(days)],
  });
const daysShown = async () =>
  (
    await herald
      .database('identification')
      .collection('retention_reports')
      .findOne({ _id: 'a-service' as never })
  )?.kinds[0].days as number | undefined;

it('keeps the newest report of a service, whatever arrives first or twice', async () => {
  await report(30, 2);
  await eventually(async () => (await daysShown()) === 30);
  await report(90, 1);
  await report(60, 3);
  await eventually(async () => (await daysShown()) === 60);
  await report(90, 1);
  await report(7, 4);
  await eventually(async () => (await daysShown()) === 7);
  const services = herald.database('identification').collection('retention_reports');
  expect(await services.countDocuments({ _id: 'a-service' as never })).toBe(1);
});
