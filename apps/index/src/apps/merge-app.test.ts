import type { AppEntry } from './app-entry.model';
import { maxApps, mergeApp, type AppUpdate, type WithApps } from './merge-app';

const moment = (second: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, second));
const empty: WithApps<AppEntry> = { apps: [], said: {} };
const apply = (record: WithApps<AppEntry>, update: AppUpdate) => mergeApp(record, update, (entry) => entry);

it('keeps the time of a bounded number of removed tags, the newest', () => {
  let record = empty;
  for (let one = 0; one < 500; one++) {
    record = apply(record, { app_id: '1', tags: { [`tag-${one}`]: 'x' }, at: moment(2 * one) });
    record = apply(record, { app_id: '1', tags: { [`tag-${one}`]: null }, at: moment(2 * one + 1) });
  }
  expect(record.apps[0]!.tags).toEqual({});
  expect(Object.keys(record.said)).toHaveLength(100);
  const late = apply(record, { app_id: '1', tags: { 'tag-499': 'x' }, at: moment(2 * 499) });
  expect(late.apps[0]!.tags).toEqual({});
});

it('accepts a bounded number of apps', () => {
  let record = empty;
  for (let one = 0; one < maxApps + 50; one++)
    record = apply(record, { app_id: `app-${one}`, version: '1', at: moment(one) });
  expect(record.apps).toHaveLength(maxApps);
  expect(Object.keys(record.said)).toHaveLength(maxApps);
  const known = apply(record, { app_id: 'app-0', version: '2', at: moment(900) });
  expect(known.apps[0]!.version).toBe('2');
});

it('keeps the values of others against a device without proof', () => {
  const known = apply(empty, { app_id: '1', version: '1', tags: { plan: 'gold' }, at: moment(1) });
  const device = { app_id: '1', version: '9', tags: { plan: 'evil' }, at: moment(2), device: 'phone-1' };
  expect(apply(known, device)).toBe(known);
  const filled = apply(known, { ...device, tags: { zone: 'south' } });
  expect(filled.apps[0]).toMatchObject({ version: '1', tags: { plan: 'gold', zone: 'south' } });
  const own = apply(filled, { ...device, tags: { zone: 'north' }, at: moment(3) });
  expect(own.apps[0]!.tags).toEqual({ plan: 'gold', zone: 'north' });
});
