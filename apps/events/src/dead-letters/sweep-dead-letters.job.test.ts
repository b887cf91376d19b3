import { randomUUID } from 'node:crypto';
import { deviceUpdated, subjectAnswered, subjectRequested } from '@herald/contracts';
import { connectBroker, consumer, Unrecoverable, type Broker } from '@herald/messaging';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';

let herald: Tested;
let broker: Broker;
beforeAll(async () => {
  herald = await startForTest(service);
  broker = await connectBroker(process.env.AMQP_URL!, { namespace: herald.env.NAMESPACE!, onError: () => {} });
});
afterAll(async () => {
  await broker?.close();
  await herald?.stop();
});

it('removes dead letters of an erased person before the erasure is answered', async () => {
  const handle = () => Promise.reject(new Unrecoverable('It is broken'));
  await broker.consume('tester', consumer({ name: 'on-device-updated', on: deviceUpdated, handle }), {});
  for (const core_id of ['zoe-phone', 'ana-phone', 'zoe-phone'])
    await herald.publish(deviceUpdated, { core_id, company_id: '1', app_id: '1' });
  const letters = async () => (await herald.as()('GET /events/v1/dead_letter')).body.data as { id: string }[];
  await eventually(async () => (await letters()).length === 3);
  const answers = await herald.collect(subjectAnswered);
  const asked = { request_uuid: randomUUID(), company_id: '1', step: 'erase' as const, round: 1 };
  const asked_at = new Date().toISOString();
  await herald.publish(subjectRequested, { ...asked, asked_at, dnis: [], emails: [], core_ids: ['zoe-phone'] });
  await eventually(() => answers.find(({ request_uuid }) => request_uuid === asked.request_uuid));
  expect(await letters()).toHaveLength(1);
});
