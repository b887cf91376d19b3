import { digestOf, isRepeated, mergeReport, type DeviceReport } from './device-report';

const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, second));
const body = {
  core_id: 'phone-1',
  core_id_type: 'gsf',
  company_id: '1',
  characteristics: { brand: 'Acme' },
  app: { bundle_id: 'com.acme.wallet', version: '1' },
  person: { dni: '19' },
};
const report = (second: number, more: Partial<DeviceReport> = {}): DeviceReport => {
  return { body, app_id: '11', saidBy: 'operator', id: 1, at: at(second), digest: digestOf(body), ...more };
};
const day = 86_400_000;
const isRepeatedBy = (device: ReturnType<typeof mergeReport>, next: DeviceReport) =>
  isRepeated({ device, rivals: [] }, next, day);

it('repeats what was stored', () => {
  const device = mergeReport(undefined, report(1));
  expect(device).toMatchObject({ id: 1, core_id: 'phone-1', person_dni: '19', last_of: '19', reported_at: at(1) });
  expect(isRepeatedBy(device, report(2))).toBe(true);
  expect(isRepeatedBy(device, report(2, { digest: 'other' }))).toBe(false);
  expect(isRepeatedBy(device, report(2, { app_id: '12' }))).toBe(false);
});

it('does not repeat a report that another process stored under another id', () => {
  const stored = mergeReport(undefined, report(1));
  const merged = mergeReport(stored, report(2, { id: 101 }));
  expect([merged.id, merged.reported_at]).toEqual([1, at(2)]);
  expect(isRepeatedBy(merged, report(3))).toBe(false);
});

it('takes the owner alone of an older report', () => {
  const unowned = mergeReport(undefined, report(5, { body: { ...body, person: undefined as never } }));
  const older = report(3, { body: { ...body, core_id_type: 'older' } });
  expect(mergeReport(unowned, older)).toMatchObject({ core_id_type: 'gsf', reported_at: at(5), person_at: at(3) });
  const owned = mergeReport(unowned, report(6));
  expect(mergeReport(owned, older)).toBe(owned);
  expect(mergeReport(unowned, { ...older, saidBy: 'device' })).toBe(unowned);
});

it('keeps the reports of the newest 50 apps', () => {
  const apps = Array.from({ length: 60 }, (_, number) => report(number, { app_id: String(number) }));
  const device = apps.reduce(mergeReport, undefined as never);
  expect(Object.keys(device.reports!)).toHaveLength(50);
  expect(device.reports).not.toHaveProperty('9');
  expect(device.reports).toHaveProperty('10');
});
