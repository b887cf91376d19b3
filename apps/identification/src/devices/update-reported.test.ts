import { deviceRegistered } from '@herald/contracts';
import { RetryAfter } from '@herald/messaging';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { report } from '../persons/person-report.fixture';
import { service } from '../service';
import type { Device } from './device.model';
import { updateReported } from './update-reported';

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());

const of = (name: string) => herald.database('identification').collection(name);
const dni = '111';

/** The person is blocked already when a device is named as the person's. */
async function blockedPerson() {
  await herald.publish(deviceRegistered, report(1, { dni }, { core_id: 'first-phone' }));
  await eventually(() => of('persons').findOne({ dni }));
  await of('persons').updateOne({ dni }, { $set: { block: { is: true, at: new Date() } } });
}

const store = (reported_at: string) => {
  const named = { core_id: 'phone-1', company_id: '1', person_dni: dni };
  return of('devices').insertOne({ id: 1, ...named, characteristics: {}, reported_at: new Date(reported_at) });
};

const isBlocked = async () => (await of('devices').findOne({ core_id: 'phone-1' }))?.block?.is === true;

it('waits until a report is stored whose message came before', async () => {
  await blockedPerson();
  const own = report(2, { dni }, { reported_at: new Date().toISOString() });
  await herald.publish(deviceRegistered, own);
  // The message of a later report of the person shows that the first one was looked at.
  await herald.publish(deviceRegistered, report(3, { dni, name: 'Seen' }, { core_id: 'first-phone' }));
  await eventually(async () => (await of('persons').findOne({ dni }))?.name === 'Seen');
  await store(own.reported_at);
  await eventually(isBlocked);
});

it('waits no longer than the request may take', async () => {
  const missing = {
    updateDevice: async (_: unknown, change: (device: undefined) => Device | undefined) => ({
      before: undefined,
      after: change(undefined),
    }),
  };
  const change = (device: Device) => device;
  const told = (ms: number) => report(1, { dni }, { reported_at: new Date(Date.now() - ms).toISOString() });
  await expect(updateReported(told(50_000), change, missing)).rejects.toBeInstanceOf(RetryAfter);
  expect(await updateReported(told(70_000), change, missing)).toBeUndefined();
});
