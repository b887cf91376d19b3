import { serviceLogged, type ServiceLogRecord } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from './service';
import { serviceLogRecord } from './service-log-record.fixture';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

const stored = () => herald.database('events').collection('service_events');
const publish = (...records: ServiceLogRecord[]) => herald.publish(serviceLogged, { records });

it('stores a record once that arrives twice, alone or among others', async () => {
  const [first, second, last] = [serviceLogRecord(), serviceLogRecord(), serviceLogRecord()];
  await publish(first);
  await publish(first, second);
  await publish(second, first, last);
  await eventually(() => stored().findOne({ uuid: last.uuid }));
  for (const { uuid } of [first, second, last]) expect(await stored().countDocuments({ uuid })).toBe(1);
  expect(await stored().findOne({ uuid: first.uuid })).toMatchObject({ created_at: new Date(first.created_at) });
});

it('stores a record that an earlier version sent alone', async () => {
  const record = serviceLogRecord();
  await herald.publish(serviceLogged, record as never);
  await eventually(() => stored().findOne({ uuid: record.uuid }));
});

it('counts equal refusals in whichever order their records arrive', async () => {
  const [first, second] = [serviceLogRecord(), serviceLogRecord()];
  await publish(first, { ...first, count: 7 });
  await publish({ ...second, count: 3 }, second);
  for (const [{ uuid }, count] of [[first, 7] as const, [second, 3] as const])
    await eventually(async () => {
      const { body } = await herald.as()(`GET /events/v1/event/service/${uuid}`);
      return body.data?.count === count && body.data.user_id === 'ana';
    });
});
