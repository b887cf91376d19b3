import { deviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { appReport, report } from '../report.fixture';
import { service } from '../service';

export const devicesOf = (herald: Tested) => herald.database('index').collection('devices');

/** The answer for a device that the caller may not see. */
export const missing = [404, { code: 404, resource: 'Device', message: 'Not found' }];

/** Starts the index with phone-1 in the companies 1 and 2, and phone-3 in company 3. */
export async function startWithDevices(): Promise<Tested> {
  const herald = await startForTest(service);
  const app = appReport('11', { plan: 'free', trial: 'yes' });
  await herald.publish(deviceRegistered, report(1, { app }));
  await herald.publish(deviceRegistered, report(1, { app, company_id: '2' }));
  await herald.publish(deviceRegistered, report(1, { app, company_id: '3', core_id: 'phone-3' }));
  await eventually(async () => (await devicesOf(herald).countDocuments()) === 3);
  return herald;
}
