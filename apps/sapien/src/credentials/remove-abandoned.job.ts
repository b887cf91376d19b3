import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '@herald/service';
import type { SapienDeps } from '../deps';
import type { Picture } from '../pictures/picture.model';
import { removePictures } from './remove-credential';
import { pictureNames } from './save-credential';

const batchSize = 100;
/** Longer than any request: anything older does not belong to a request in flight. */
const maxRequestMs = 3_600_000;

/** Removes pictures without a credential, and uploads of killed processes. */
export const removeAbandoned: Job<SapienDeps> = {
  name: 'remove-abandoned',
  everySeconds: 60,
  async run(deps, signal) {
    const pictures = await removeOrphans(deps, signal);
    await removeStaleUploads(deps.storage.tempDir);
    if (pictures > 0) deps.log.info({ pictures }, 'Removed orphaned pictures');
  },
};

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
