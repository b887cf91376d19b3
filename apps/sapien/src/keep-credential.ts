import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedFile } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
import type { Read, Sides } from './card-readers';
import { storageKey, type Credential, type Pictures } from './credential.model';
import type { SapienDeps } from './deps';

export type NewCredential = { uuid: string; company_id: string; read: Read; originals: Sides<UploadedFile> };

/**
 * Keeps what was read. First the records of the pictures, then the pictures, then the credential, then that it holds them:
 * whatever a process leaves behind when it dies in between is found by the job that removes what no credential holds.
 */
export async function keepCredential({ uuid, company_id, read, originals }: NewCredential, deps: SapienDeps) {
  const { Picture } = deps;
  const keep = picturesOf(uuid, deps);
  const [front, back] = read.swapped ? [originals.back, originals.front] : [originals.front, originals.back];
  const pictures: Pictures = {
    front: await keep.bytes(read.front.flattened),
    back: await keep.bytes(read.back.flattened),
    original_front: await keep.file(front),
    original_back: await keep.file(back),
    faces: [],
  };
  for (const face of read.faces) pictures.faces.push(await keep.bytes(face));
  const { fields, evidence, checks } = read;
  const record = { uuid, company_id, fields, evidence, checks, pictures, validated: false, created_at: new Date() };
  const credential = await createOnce(record, deps);
  await Picture.updateMany(
    { credential_uuid: uuid, name: { $in: allOf(credential.pictures) } },
    { $set: { kept: true } },
  );
  return credential;
}

/** Another try of the same request may have been faster: what it made stands. */
async function createOnce(wanted: Credential, { Credential }: SapienDeps): Promise<Credential> {
  try {
    return (await Credential.create(wanted)).toObject();
  } catch (error) {
    const { uuid } = wanted;
    const earlier = duplicateKeys(error) && (await Credential.findOne({ uuid }).lean<Credential>());
    if (!earlier) throw error;
    return earlier;
  }
}

/** All names of a credential's pictures. */
export const allOf = ({ faces, ...sides }: Pictures): string[] => [...Object.values(sides), ...faces];

/** Puts pictures into the storage under random names, each on record before it is there. */
function picturesOf(credential_uuid: string, { Picture, storage }: SapienDeps) {
  const store = async (path: string, type: string) => {
    const name = randomUUID();
    await Picture.create({ name, credential_uuid, type, kept: false, created_at: new Date() });
    await storage.keep(storageKey(name), path);
    return name;
  };
  return {
    file: ({ path, type }: UploadedFile) => store(path, type),
    async bytes(jpeg: Uint8Array) {
      const path = join(storage.tempDir, randomUUID());
      try {
        await writeFile(path, jpeg, { mode: 0o600 });
        return await store(path, 'image/jpeg');
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}
