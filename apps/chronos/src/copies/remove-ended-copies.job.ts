import type { Job } from '@herald/service';
import type { ChronosDeps } from '../deps';
import { copyKey, type CopyFile } from './copy-file.model';

const batchSize = 100;

/** Removes the files of copies whose links have ended. */
export const removeEndedCopies: Job<ChronosDeps> = {
  name: 'remove-ended-copies',
  everySeconds: 600,
  async run(deps, signal) {
    const ended = { until: { $lt: new Date() } };
    while (!signal.aborted) {
      const files = await deps.CopyFile.find(ended, { _id: 1 }).sort({ until: 1 }).limit(batchSize).lean();
      for (const file of files) await removeCopy(file, deps);
      if (files.length < batchSize) return;
    }
  },
};

/** The bytes go first: after a crash the record still leads to them. */
export async function removeCopy({ _id }: Pick<CopyFile, '_id'>, { CopyFile, CopyPart, storage }: ChronosDeps) {
  await storage.remove(copyKey(_id));
  await CopyPart.deleteMany({ request_uuid: _id });
  await CopyFile.deleteOne({ _id });
}
