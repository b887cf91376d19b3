import { deviceRegistered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { duplicateKeys } from '@herald/persistence';
import { blockedBefore, newerBlock } from '@herald/subjects';
import type { NotificationsDeps } from '../deps';
import { pushTokenId } from './push-token.model';

/** A report without a token keeps the stored one. A report older than the stored one changes nothing. */
export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  prefetch: 200,
  async handle(
    { core_id, company_id, device_id = 0, characteristics, app, ...report },
    { PushToken, upsertToken }: NotificationsDeps,
  ) {
    const { app_id, bundle_id, flavor_id, push_token } = app;
    const _id = pushTokenId(app_id, core_id);
    const reported_at = new Date(report.reported_at);
    const system_name = String(characteristics.system_name ?? '').toLowerCase();
    const known = { company_id, core_id, app_id, bundle_id, flavor_id, device_id, system_name, reported_at };
    const block = newerBlock(undefined, report.block);
    const first = { ...(push_token ? {} : { token: null }), ...(block ? { block } : {}) };
    const update = {
      $set: push_token ? { ...known, token: push_token } : known,
      ...(Object.keys(first).length > 0 ? { $setOnInsert: first } : {}),
    };
    try {
      await upsertToken({ filter: { _id, reported_at: { $lt: reported_at } }, update });
    } catch (error) {
      // Either a newer report is stored, or a concurrent first report was inserted: then update it.
      if (!duplicateKeys(error)) throw error;
      const newer = await PushToken.exists({ _id, reported_at: { $gte: reported_at } });
      if (!newer) await PushToken.updateOne({ _id, reported_at: { $lt: reported_at } }, update);
    }
    if (block) await PushToken.updateMany({ core_id, company_id, ...blockedBefore(block.at) }, { $set: { block } });
  },
});
