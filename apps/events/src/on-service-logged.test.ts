import { serviceLogged } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from './service';
import { serviceLogRecord } from './service-log-record.fixture';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

const stored = () => herald.database('events').collection('service_events');

it('stores a record once that arrives twice', async () => {
  const [first, last] = [serviceLogRecord(), serviceLogRecord()];
  for (const record of [first, first, last]) await herald.publish(serviceLogged, record);
  await eventually(() => stored().findOne({ uuid: last.uuid }));
  expect(await stored().countDocuments({ uuid: first.uuid })).toBe(1);
  expect(await stored().findOne({ uuid: first.uuid })).toMatchObject({ created_at: new Date(first.created_at) });
});

it('counts equal refusals in whichever order their records arrive', async () => {
  const [first, second] = [serviceLogRecord(), serviceLogRecord()];
  await herald.publish(serviceLogged, first);
  await herald.publish(serviceLogged, { ...first, count: 7 });
  await herald.publish(serviceLogged, { ...second, count: 3 });
  await herald.publish(serviceLogged, second);
  for (const [{ uuid }, count] of [[first, 7] as const, [second, 3] as const])
    await eventually(async () => {
      const { body } = await herald.as()(`GET /events/v1/event/service/${uuid}`);
      return body.data?.count === count && body.data.user_id === 'ana';
    });
});
