import type { Tested } from '@herald/testing';
import { missing, startWithDevices } from './start-with-devices.fixture';

let herald: Tested;
beforeEach(async () => (herald = await startWithDevices()));
afterEach(() => herald?.stop());

describe('GET /index/v1/device/:core_id', () => {
  const read = 'GET /index/v1/device/phone-1';

  it("answers the caller's records of the device", async () => {
    const { status, body } = await herald.as({ companies: [1] })(read);
    expect([status, body.code, body.resource, body.message]).toEqual([200, 200, 'Device', 'Found']);
    expect(body.data).toMatchObject([{ core_id: 'phone-1', brand: 'Acme' }]);
    expect(Object.keys(body.data[0])).not.toEqual(expect.arrayContaining(['trigrams']));
    expect((await herald.as()(read)).body.data).toHaveLength(2);
  });

  it('gives one answer for an unknown device and for one of another company', async () => {
    for (const id of ['phone-3', 'none', '$ne']) {
      const { status, body } = await herald.as({ companies: [1, 2] })(`GET /index/v1/device/${id}`);
      expect([status, body]).toEqual(missing);
    }
  });

  it("accepts a device's own token for that device only", async () => {
    const device = herald.as({ companies: [1], coreId: 'phone-1' });
    expect((await device(read)).status).toBe(200);
    expect((await device('GET /index/v1/device/phone-3')).body).toEqual({ code: 403, message: 'Forbidden' });
  });
});
