import { deviceRegistered, type DeviceRegistered } from '@herald/contracts';
import { eventually, type Tested } from '@herald/testing';

/** The time of a report, by its second. */
export const moment = (second: number): string => new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString();

/** The report of a phone at a second. */
export function report(second: number, change: Partial<DeviceRegistered> = {}): DeviceRegistered {
  return {
    core_id: 'phone-1',
    core_id_type: 'gsf',
    company_id: '1',
    characteristics: {
      brand: 'Acme',
      model: 'One',
      imei: '356938035643809',
      emulator: 'false',
      system_name: 'Android',
      system_version: 33,
    },
    location: [-70.65, -33.45],
    app: appReport('11'),
    said_by: 'operator',
    reported_at: moment(second),
    ...change,
  };
}

export function appReport(app_id: string, tags: Record<string, string> = {}, version = '1.0') {
  return { app_id, bundle_id: 'com.acme.wallet', flavor_id: 'red', version, tags };
}

/** Waits until all messages that were published before are handled. */
export async function settled(herald: Tested): Promise<void> {
  await herald.publish(deviceRegistered, report(59, { core_id: 'the last one', company_id: '9' }));
  const devices = herald.database('index').collection('devices');
  await eventually(() => devices.findOne({ core_id: 'the last one' }));
}

export function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
