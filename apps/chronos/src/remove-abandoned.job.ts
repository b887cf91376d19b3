import type { Job } from '@herald/service';
import type { ChronosDeps } from './deps';
import { contentOf, markReplaced } from './store-version';
import type { Upload } from './upload.model';

/** Longer than any request takes: the process of an older upload died. */
const abandonedMs = 3_600_000;
const batchSize = 100;

/** Settles uploads whose process died: completes a version of a registered file, removes any other with its bytes. */
export const removeAbandoned: Job<ChronosDeps> = {
  name: 'remove-abandoned',
  everySeconds: 600,
  async run(deps, signal) {
    const abandoned = { begun_at: { $lt: new Date(Date.now() - abandonedMs) } };
    while (!signal.aborted) {
      const uploads = await deps.Upload.find(abandoned).sort({ begun_at: 1 }).limit(batchSize).lean();
      for (const upload of uploads) await settle(upload, deps);
      if (uploads.length < batchSize) return;
    }
  },
};

async function settle({ _id, company_id, file_uuid, upload, bytes }: Upload, deps: ChronosDeps): Promise<void> {
  const { Upload, FileRegister, FileVersion, storage, quotas } = deps;
  const version = await FileVersion.findOne({ upload }).lean();
  const register = await FileRegister.findOne({ uuid: file_uuid }).lean();
  if (version && register) {
    const older = { uuid: file_uuid, version: { $lt: version.version } };
    await FileRegister.updateOne(older, { $set: contentOf(version) });
    await markReplaced(version, deps);
  } else {
    await FileVersion.deleteOne({ upload });
    await storage.remove(_id);
    await quotas.giveBack(company_id, bytes);
  }
  await Upload.deleteOne({ _id });
}
