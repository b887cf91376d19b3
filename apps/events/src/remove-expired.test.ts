import { randomUUID } from 'node:crypto';
import { serviceLogged } from '@herald/envelopes';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { removeExpired } from './remove-expired.job';
import { service } from './service';
import { serviceEventModel } from './service-event.model';

const dayMs = 86_400_000;
const record = (daysOld: number, count?: number) => ({
  uuid: randomUUID(),
  service: 'company',
  resource: 'App',
  resource_id: '',
  resource_id_2: '',
  operation: 'create',
  description: 'Create an app of a company',
  relevance: 'medium',
  result: false,
  company_id: '1',
  user_id: 'somebody',
  audit_id: '',
  created_at: new Date(Date.now() - daysOld * dayMs).toISOString(),
  ...(count === undefined ? {} : { count }),
});

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());
const stored = () => herald.database('events').collection('service_events');

it('removes what is older than the retention, however much it is, and nothing younger', async () => {
  const ServiceEvent = serviceEventModel(herald.database('events'));
  const old = Array.from({ length: 6_000 }, () => ({ ...record(31), created_at: new Date(Date.now() - 31 * dayMs) }));
  await ServiceEvent.collection.insertMany(old as never);
  for (const daysOld of [29, 0]) await herald.publish(serviceLogged, record(daysOld));
  await eventually(async () => (await stored().countDocuments()) === 6_002);
  await removeExpired.run({ ServiceEvent, retentionDays: 30 } as never, new AbortController().signal);
  expect(await stored().countDocuments()).toBe(2);
});

it('shows how many equal refusals a record stands for, in whichever order they arrive', async () => {
  const [first, second] = [record(0), record(0)];
  await herald.publish(serviceLogged, first);
  await herald.publish(serviceLogged, { ...first, count: 7 });
  await herald.publish(serviceLogged, { ...second, count: 3 });
  await herald.publish(serviceLogged, second);
  for (const [{ uuid }, count] of [[first, 7] as const, [second, 3] as const])
    await eventually(async () => {
      const { body } = await herald.as()(`GET /events/v1/event/service/${uuid}`);
      return body.data?.count === count && body.data.user_id === 'somebody';
    });
});
