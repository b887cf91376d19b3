import { randomUUID } from 'node:crypto';
import { startForTest, type Tested } from '@herald/testing';
import { service } from './service';
import { serviceLogRecord } from './service-log-record.fixture';

const [ours, foreign] = [serviceLogRecord(), serviceLogRecord({ company_id: '2' })];

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(service, { SERVICE_LOG_DAYS: '36500' });
  const stored = [ours, foreign].map((record) => ({ ...record, created_at: new Date(record.created_at) }));
  await herald.database('events').collection('service_events').insertMany(stored);
});
afterAll(() => herald?.stop());

const read = (uuid: string) => herald.as({ companies: [1] })(`GET /events/v1/event/service/${uuid}`);

it('reads a record of a company that the token holds', async () => {
  expect((await read(ours.uuid)).body).toMatchObject({ message: 'Found', data: ours });
});

it('answers the same for an unknown record and for one of another company', async () => {
  for (const uuid of [foreign.uuid, randomUUID(), '$ne'])
    expect((await read(uuid)).body).toEqual({ code: 404, resource: 'Service Log', message: 'Not found' });
});
