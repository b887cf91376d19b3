import type { Caller } from '@herald/auth';
import type { DeviceRegistered } from '@herald/contracts';
import type { Device } from './device.model';
import { registerDevice } from './register-device';

/** A device is blocked after a registration has read it, and before that stores it. */
const at = new Date(Date.now() - 60_000);
const block = { is: true, at: new Date() };
const known: Device = {
  ...{ id: 1, core_id: 'phone-1', core_id_type: '', company_id: '1', characteristics: {}, status: true },
  ...{ person_dni: '19', person_at: at, last_of: '19', reported_at: at, created_at: at, updated_at: at },
};
const body = {
  ...{ core_id: 'phone-1', core_id_type: '', company_id: '1', characteristics: {} },
  app: { bundle_id: 'com.acme.wallet', flavor_id: 'red', version: '1' },
};
const caller: Caller = { subject: 'ana', companies: ['1'], scopes: '*' };

/** Registers; the messages beyond `maxMessages` fail, as where the process ends there. */
async function register(maxMessages: number) {
  const published: DeviceRegistered[] = [];
  let stored = known;
  const deps = {
    findApp: async () => ({ ...body.app, id: '11' }),
    limitPerDevice: <T>(_key: string, run: () => Promise<T>) => run(),
    findKnown: async () => ({ device: published.length === 0 ? known : stored, rivals: [] }),
    emit: async (_type: unknown, message: DeviceRegistered) => {
      if (published.length === maxMessages) throw new Error('killed');
      published.push(message);
      stored = { ...stored, block };
    },
    updateDevice: async (_key: unknown, change: (device: Device) => Device) => {
      const before = stored;
      stored = change(before);
      return { before, after: stored };
    },
    lastSeenMs: 86_400_000,
  };
  const request = { body, caller, note: () => {} };
  const done = await registerDevice.handle(request as never, deps as never).then(
    () => true,
    () => false,
  );
  return { done, published, digest: stored.reports?.['11']?.digest };
}

it('publishes the report once more, with the block', async () => {
  const { done, published, digest } = await register(2);
  expect([done, digest]).toEqual([true, expect.any(String)]);
  expect(published.map((message) => message.block)).toEqual([undefined, { is: true, at: block.at.toISOString() }]);
});

it('leaves that to the next report where the process ends in between', async () => {
  const { done, published, digest } = await register(1);
  expect([done, published.length, digest]).toEqual([false, 1, undefined]);
});
