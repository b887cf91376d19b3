import { companyId, deviceUpdated, freeObject, nullable, object, optional, text } from '@herald/contracts';
import { invalid, notFound, route, updated } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import { appId } from '../apps/app-entry.model';
import type { AppUpdate } from '../apps/merge-app';
import type { IndexDeps } from '../deps';
import { nextUpdateTime } from '../record-times';
import { deviceAnswer, devices, type Device as StoredDevice } from './device.model';
import { mergeDeviceApp } from './merge-device-report';

export const tagDevice = route('PATCH /index/v1/device/:core_id/tags', {
  summary: 'Set tags of an app on a device',
  description:
    'A tag that is null is removed; tags that are not named stay as they are. A device of a blocked person takes ' +
    '`privacy:read` as well.',
  scope: 'index:write',
  resource: 'Device',
  body: object({
    app_id: appId(),
    tags: freeObject(nullable(text(1024).allow(''))).min(1),
    company_id: optional(companyId()),
  }),
  company: 'body.company_id',
  returns: updated(deviceAnswer),
  errors: { 404: 'No such device, or the app is not on it' },
  example: {
    params: { core_id: 'demo-00' },
    body: { app_id: '1', tags: { plan: 'gold', trial: null } },
  },
  async handle({ params: { core_id }, body, caller, note }, { Device, updateDevice, emit }: IndexDeps) {
    const { app_id, tags, company_id } = body;
    const ofCompany = company_id === undefined ? ownedBy(caller) : { company_id };
    const owned = { ...ofCompany, ...visibleTo(caller) };
    const [device, another] = await Device.find({ core_id, ...owned }, { company_id: 1 })
      .limit(2)
      .lean();
    if (!device) throw notFound();
    if (another) throw invalid({ errors: { company_id: ['is required: several companies know this device'] } });
    note({ company_id: device.company_id });
    const key = { core_id, company_id: device.company_id };
    const { after } = await updateDevice(key, (before) => before && mergeTags(before, { app_id, tags }));
    if (!after) throw notFound();
    const { updated_at } = after.apps.find((one) => one.app_id === app_id)!;
    await emit(deviceUpdated, { ...key, app_id, updated_at: updated_at.toISOString() });
    return devices.toAnswer(after);
  },
});

function mergeTags(device: StoredDevice, { app_id, tags }: Pick<AppUpdate, 'app_id' | 'tags'>): StoredDevice {
  const app = device.apps.find((one) => one.app_id === app_id);
  if (!app) throw notFound({ resource: 'App' });
  return mergeDeviceApp(device, device, { app_id, tags, at: nextUpdateTime(app) });
}
