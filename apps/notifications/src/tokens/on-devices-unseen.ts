import { devicesUnseen } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { NotificationsDeps } from '../deps';

export const onDevicesUnseen = consumer({
  name: 'on-devices-unseen',
  on: devicesUnseen,
  async handle({ company_id, core_ids, since }, { PushToken }: NotificationsDeps) {
    await PushToken.deleteMany({ core_id: { $in: core_ids }, company_id, reported_at: { $lt: new Date(since) } });
  },
});
