import type { SapienDeps } from '../deps';
import { storageKey, type Picture } from '../pictures/picture.model';

/**
 * Removes a credential and its pictures. The pictures are marked as not kept first: a crash leaves either pictures that
 * the job removes, or a credential with all its pictures.
 */
export async function removeCredential(uuid: string, deps: SapienDeps): Promise<void> {
  const { Credential, Picture } = deps;
  await Picture.updateMany({ credential_uuid: uuid }, { $set: { kept: false } });
  await Credential.deleteOne({ uuid });
  await removePictures(await Picture.find({ credential_uuid: uuid }).lean(), deps);
}

/** Removes each picture, and its record after it. */
export async function removePictures(
  pictures: Pick<Picture, 'name'>[],
  { Picture, storage }: SapienDeps,
): Promise<void> {
  for (const { name } of pictures) {
    await storage.remove(storageKey(name));
    await Picture.deleteOne({ name });
  }
}
