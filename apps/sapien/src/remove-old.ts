import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credential, Picture } from './credential.model';
import type { SapienDeps } from './deps';
import { allOf } from './keep-credential';
import { removeCredential, removePictures } from './remove-credential';

const batch = 100;
/** Longer than any request takes: what is older belongs to none. */
const underWayMs = 3_600_000;

/** Removes credentials that were kept long enough, pictures that no credential holds, and what uploads left behind. */
export async function removeOld(deps: SapienDeps, signal: AbortSignal): Promise<void> {
  const removed = { credentials: await removeExpired(deps, signal), pictures: await removeUnheld(deps, signal) };
  await removeArriving(deps.storage.tempDir);
  if (removed.credentials + removed.pictures > 0) deps.log.info(removed, 'removed what was old');
}

async function removeExpired(deps: SapienDeps, signal: AbortSignal): Promise<number> {
  const old = { created_at: { $lt: new Date(Date.now() - deps.retentionMs) } };
  let removed = 0;
  while (!signal.aborted) {
    const found = await deps.Credential.find(old, { uuid: 1 }).sort({ created_at: 1 }).limit(batch).lean();
    for (const { uuid } of found) await removeCredential(uuid, deps);
    removed += found.length;
    if (found.length < batch) break;
  }
  return removed;
}

async function removeUnheld(deps: SapienDeps, signal: AbortSignal): Promise<number> {
  const unheld = { kept: false, created_at: { $lt: new Date(Date.now() - underWayMs) } };
  let removed = 0;
  while (!signal.aborted) {
    const found = await deps.Picture.find(unheld).sort({ created_at: 1 }).limit(batch).lean<Picture[]>();
    for (const picture of found) removed += await settle(picture, deps);
    if (found.length < batch) break;
  }
  return removed;
}

/** Its credential may hold it after all: then the process died between the two. */
async function settle({ name, credential_uuid }: Picture, deps: SapienDeps): Promise<number> {
  const credential = await deps.Credential.findOne({ uuid: credential_uuid }, { pictures: 1 }).lean<Credential>();
  if (!credential || !allOf(credential.pictures).includes(name)) {
    await removePictures([{ name }], deps);
    return 1;
  }
  await deps.Picture.updateOne({ name }, { $set: { kept: true } });
  return 0;
}

/** Uploads of a process that was killed: pictures of cards must not lie there until the next start. */
async function removeArriving(tempDir: string): Promise<void> {
  for (const name of await readdir(tempDir)) {
    const path = join(tempDir, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > underWayMs) await rm(path, { force: true });
  }
}
