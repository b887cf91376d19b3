import { companyId, freeObject, text } from '@herald/contracts';
import { invalid, notFound, route, updated } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { IndexDeps } from './deps';
import { withAppNews } from './device-report';
import { deviceShape, toDevice, type Device as Stored } from './device.model';
import { appId } from './identity-body';
import { revise } from './revise';
import { later } from './times';

type Tagging = { app_id: string; tags: Record<string, string | null>; company_id?: string };

export const tagDevice = route('PATCH /index/v1/device/:core_id/tags', {
  summary: 'Set tags of an app on a device; null removes one',
  scope: 'index:write',
  resource: 'Device',
  body: Joi.object<Tagging>({
    app_id: appId().required(),
    tags: freeObject(text(1024).allow('', null)).min(1).required(),
    company_id: companyId(),
  }),
  company: 'body.company_id',
  returns: updated(deviceShape),
  errors: { 404: 'No such device, or the app is not on it' },
  example: {
    params: { core_id: 'a2f1c9d0-5b7e-4a58-9f0c-3f6f0f6f2b11' },
    body: { app_id: '1', tags: { plan: 'gold', trial: null } },
  },
  async handle({ params, body, caller, note }, { Device }: IndexDeps) {
    const { app_id, tags, company_id } = body;
    const owned = company_id === undefined ? ownedBy(caller) : { company_id };
    const [device, another] = await Device.find({ core_id: params.core_id, ...owned }, { company_id: 1 })
      .limit(2)
      .lean<Stored[]>();
    if (!device) throw notFound();
    if (another) throw invalid({ errors: { company_id: ['is required: several companies know this device'] } });
    note({ company_id: device.company_id });
    const one = { core_id: params.core_id, company_id: device.company_id };
    const revised = await revise(Device, one, (before) => withTags(before, app_id, tags));
    if (!revised) throw notFound();
    return toDevice(revised.after);
  },
});

function withTags(device: Stored, app_id: string, tags: Tagging['tags']): Stored {
  const app = device.apps.find((one) => one.app_id === app_id);
  if (!app) throw notFound({ resource: 'App' });
  // Later than all that was said before, whatever the clocks of other machines say.
  const at = later(new Date(), new Date(app.updated_at.getTime() + 1));
  return withAppNews(device, device, { app_id, tags, at });
}
