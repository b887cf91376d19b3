import { randomBytes, randomUUID } from 'node:crypto';
import { deviceUpdated, devicesUnseen, subjectAnswered } from '@herald/contracts';
import { BrokerDown } from '@herald/messaging';
import { connectDatabase, type DatabaseServer, type Model } from '@herald/persistence';
import { houseData } from './house-data';
import { outbox, type OutboxMessage } from './outbox.model';
import { emitter } from './outbox';

let databases: DatabaseServer;
let Outbox: Model<OutboxMessage>;
beforeAll(async () => {
  databases = await connectDatabase(process.env.MONGO_URL!, { poolSize: 4 });
  Outbox = outbox.model(databases.database(`t${randomBytes(6).toString('hex')}_house`));
});
afterAll(async () => {
  await Outbox.db.dropDatabase();
  await databases.close();
});

it('removes a person from the messages of the outbox, and leaves all others', async () => {
  const emit = emitter({ publish: async () => Promise.reject(new BrokerDown('No')) }, Outbox, () => {});
  const since = new Date().toISOString();
  const app_id = '1';
  for (const core_id of ['zoe-phone', ...Array.from({ length: 450 }, (_, at) => `phone-${at}`), 'zoe-phone'])
    await emit(deviceUpdated, { core_id, company_id: '1', app_id });
  await emit(deviceUpdated, { core_id: 'zoe-phone', company_id: '2', app_id });
  await emit(devicesUnseen, { company_id: '1', core_ids: ['zoe-phone', 'ana-phone'], since });
  const answer = { request_uuid: randomUUID(), service: 'index', round: 1, found: 0, changed: 0 };
  await emit(subjectAnswered, { ...answer, dnis: [], emails: [], core_ids: ['zoe-phone'] });
  const subject = { company_id: '1', dnis: [], emails: [], core_ids: ['zoe-phone'] };
  const work = { database: Outbox.db, hash: (value: string) => `erased:${value.length}`, pause: () => {} };
  const holding = houseData.find(({ collection }) => collection === 'outbox')!;
  expect(await holding.erase!(subject, work as never)).toEqual({ found: 3, changed: 3 });
  const left = await Outbox.find().lean();
  expect(left).toHaveLength(453);
  const named = left.filter((one) => JSON.stringify(one).includes('zoe-phone')).map(({ message }) => message);
  // The answer to a request still has to be published. An engine gives rows in any order.
  const byType = named.toSorted((one, other) => one.type.localeCompare(other.type));
  expect(byType).toMatchObject([{ data: { company_id: '2' } }, { type: 'subject.answered' }]);
  const [unseen] = left.filter(({ message }) => message.type === 'devices.unseen');
  expect(unseen!.message.data).toEqual({ company_id: '1', core_ids: ['ana-phone'], since });
  expect(await holding.erase!(subject, work as never)).toEqual({ found: 0, changed: 0 });
});
