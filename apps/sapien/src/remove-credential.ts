import { storageKey, type Picture } from './credential.model';
import type { SapienDeps } from './deps';

/**
 * Removes a credential and its pictures. They are given up first: who dies on the way leaves pictures that the job removes,
 * or a credential that still has them all.
 */
export async function removeCredential(uuid: string, deps: SapienDeps): Promise<void> {
  const { Credential, Picture } = deps;
  await Picture.updateMany({ credential_uuid: uuid }, { $set: { kept: false } });
  await Credential.deleteOne({ uuid });
  await removePictures(await Picture.find({ credential_uuid: uuid }).lean<Picture[]>(), deps);
}

/** Removes pictures, and each one's record after it. */
export async function removePictures(
  pictures: Pick<Picture, 'name'>[],
  { Picture, storage }: SapienDeps,
): Promise<void> {
  for (const { name } of pictures) {
    await storage.remove(storageKey(name));
    await Picture.deleteOne({ name });
  }
}
