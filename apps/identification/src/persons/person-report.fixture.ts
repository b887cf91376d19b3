import type { DeviceRegistered } from '@herald/contracts';

export const path = '/identification/api/v1/identity';

/** The time of a report, by its second. */
export const moment = (second: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString();

/** An operator's report of a person at a second. */
export const report = (
  second: number,
  person: DeviceRegistered['person'],
  change: Partial<DeviceRegistered> = {},
): DeviceRegistered => ({
  core_id: 'phone-1',
  core_id_type: '',
  company_id: '1',
  characteristics: {},
  app: { app_id: '11', bundle_id: 'com.acme.wallet', flavor_id: 'red', version: '1' },
  person,
  said_by: 'operator',
  reported_at: moment(second),
  ...change,
});
