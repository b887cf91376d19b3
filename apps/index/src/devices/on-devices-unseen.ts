import { devicesUnseen } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { IndexDeps } from '../deps';

export const onDevicesUnseen = consumer({
  name: 'on-devices-unseen',
  on: devicesUnseen,
  async handle({ company_id, core_ids, since }, { Device }: IndexDeps) {
    await Device.deleteMany({ core_id: { $in: core_ids }, company_id, updated_at: { $lt: new Date(since) } });
  },
});
