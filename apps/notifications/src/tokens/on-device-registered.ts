import { deviceRegistered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { duplicateKeys, type Upsert } from '@herald/persistence';
import { blockedBefore, hasWaited, newerBlock } from '@herald/subjects';
import type { NotificationsDeps } from '../deps';
import { pushTokenId, type PushToken } from './push-token.model';

/** A report without a token keeps the stored one. A report older than the stored one changes nothing. */
export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  prefetch: 100,
  async handle({ core_id, company_id, device_id = 0, characteristics, app, ...report }, deps: NotificationsDeps) {
    const { PushToken, erasedAt } = deps;
    const { app_id, bundle_id, flavor_id, push_token } = app;
    const _id = pushTokenId(app_id, core_id);
    const reported_at = new Date(report.reported_at);
    const isErased = async () => {
      const erased = await erasedAt(company_id, { core_id });
      return erased !== undefined && reported_at <= erased;
    };
    if (hasWaited(reported_at) && (await isErased())) return;
    const system_name = String(characteristics.system_name ?? '').toLowerCase();
    const known = { company_id, core_id, app_id, bundle_id, flavor_id, device_id, system_name, reported_at };
    const block = newerBlock(undefined, report.block);
    const first = { ...(push_token ? {} : { token: null }), ...(block ? { block } : {}) };
    const update = {
      $set: push_token ? { ...known, token: push_token } : known,
      ...(Object.keys(first).length > 0 ? { $setOnInsert: first } : {}),
    };
    const isFirst = await saveToken({ _id, reported_at, update }, deps);
    // Looked up after the insertion, and only then: of an erasure and a late report one sees the other.
    if (isFirst && (await isErased())) await PushToken.deleteOne({ _id, reported_at });
    if (block) await PushToken.updateMany({ core_id, company_id, ...blockedBefore(block.at) }, { $set: { block } });
  },
});

type Reported = Pick<PushToken, '_id' | 'reported_at'> & Pick<Upsert<PushToken>, 'update'>;

/** True if the report is the first one of the app on the device, also for its later deliveries. */
async function saveToken(
  { _id, reported_at, update }: Reported,
  { PushToken, upsertToken }: NotificationsDeps,
): Promise<boolean> {
  const older = { _id, reported_at: { $lt: reported_at } };
  try {
    return await upsertToken({ filter: older, update });
  } catch (error) {
    // Either a newer report is stored, or a concurrent first report was inserted: then update it.
    if (!duplicateKeys(error)) throw error;
    const newer = await PushToken.findOne({ _id, reported_at: { $gte: reported_at } }, { reported_at: 1 }).lean();
    if (!newer) await PushToken.updateOne(older, update);
    // The process of an earlier delivery may have died after the insertion.
    return newer?.reported_at.getTime() === reported_at.getTime();
  }
}
