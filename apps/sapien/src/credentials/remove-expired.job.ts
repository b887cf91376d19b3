import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '@herald/service';
import type { SapienDeps } from '../deps';
import type { Picture } from '../pictures/picture.model';
import { removeCredential, removePictures } from './remove-credential';
import { pictureNames } from './save-credential';

const batchSize = 100;
/** Longer than any request: anything older does not belong to a request in flight. */
const maxRequestMs = 3_600_000;

/** Removes credentials after the retention time, pictures without a credential, and uploads of killed processes. */
export const removeExpired: Job<SapienDeps> = {
  name: 'remove-old',
  everySeconds: 60,
  async run(deps, signal) {
    const removed = {
      credentials: await removeExpiredCredentials(deps, signal),
      pictures: await removeOrphans(deps, signal),
    };
    await removeStaleUploads(deps.storage.tempDir);
    if (removed.credentials + removed.pictures > 0)
      deps.log.info(removed, 'Removed expired credentials and orphaned pictures');
  },
};

async function removeExpiredCredentials(deps: SapienDeps, signal: AbortSignal): Promise<number> {
  const expired = { created_at: { $lt: new Date(Date.now() - deps.retentionMs) } };
  let removed = 0;
  while (!signal.aborted) {
    const found = await deps.Credential.find(expired, { uuid: 1 }).sort({ created_at: 1 }).limit(batchSize).lean();
    for (const { uuid } of found) await removeCredential(uuid, deps);
    removed += found.length;
    if (found.length < batchSize) break;
  }
  return removed;
}

async function removeOrphans(deps: SapienDeps, signal: AbortSignal): Promise<number> {
  const orphans = { kept: false, created_at: { $lt: new Date(Date.now() - maxRequestMs) } };
  let removed = 0;
  while (!signal.aborted) {
    const found = await deps.Picture.find(orphans).sort({ created_at: 1 }).limit(batchSize).lean();
    for (const picture of found) removed += await settleOrphan(picture, deps);
    if (found.length < batchSize) break;
  }
  return removed;
}

/** A crash between the two writes leaves a credential that refers to the picture: then the picture is kept. */
async function settleOrphan({ name, credential_uuid }: Picture, deps: SapienDeps): Promise<number> {
  const credential = await deps.Credential.findOne({ uuid: credential_uuid }, { pictures: 1 }).lean();
  if (!credential || !pictureNames(credential.pictures).includes(name)) {
    await removePictures([{ name }], deps);
    return 1;
  }
  await deps.Picture.updateOne({ name }, { $set: { kept: true } });
  return 0;
}

/** Pictures of cards must not stay on disk until the next start after a process was killed. */
async function removeStaleUploads(tempDir: string): Promise<void> {
  for (const name of await readdir(tempDir)) {
    const path = join(tempDir, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > maxRequestMs) await rm(path, { force: true });
  }
}
