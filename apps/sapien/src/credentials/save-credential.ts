import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedFile } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
import type { SapienDeps } from '../deps';
import { storageKey } from '../pictures/picture.model';
import type { CardReading, Sides } from '../readers/card-readers';
import type { Credential, Pictures } from './credential.model';
import { findSentBefore } from './find-sent-before';
import { bandsOf } from './picture-hash';

export type NewCredential = { uuid: string; company_id: string; reading: CardReading; originals: Sides<UploadedFile> };

/**
 * Saves a reading: first the records of the pictures, then the pictures, then the credential, then the mark that it
 * refers to them. After a crash between two of these steps, the job that removes orphans finds what is left.
 */
export async function saveCredential({ uuid, company_id, reading, originals }: NewCredential, deps: SapienDeps) {
  const { Picture } = deps;
  const save = pictureWriter(uuid, deps);
  const [front, back] = reading.swapped ? [originals.back, originals.front] : [originals.front, originals.back];
  const pictures: Pictures = {
    front: await save.bytes(reading.front.flattened),
    back: await save.bytes(reading.back.flattened),
    original_front: await save.file(front),
    original_back: await save.file(back),
    faces: [],
  };
  for (const face of reading.faces) pictures.faces.push(await save.bytes(face));
  const { fields, checks, copySigns, agreed } = reading;
  const found = await comparePicture({ uuid, company_id, fields, picture_hash: reading.frontHash }, deps);
  const evidence = { ...reading.evidence, copy_signs: [...copySigns, ...found.signs], sides_agree: agreed };
  const state = { validated: false, created_at: new Date() };
  const record = { uuid, company_id, fields, evidence, checks, pictures, ...found.stored, ...state };
  const credential = await createIdempotently(record, deps);
  await Picture.updateMany(
    { credential_uuid: uuid, name: { $in: pictureNames(credential.pictures) } },
    { $set: { kept: true } },
  );
  return credential;
}

type Compared = Pick<Credential, 'uuid' | 'company_id' | 'fields'> & { picture_hash: string | null };

/** What is stored to find copies of the picture, and the sign that it is one; nothing without a hash. */
async function comparePicture({ picture_hash, ...credential }: Compared, deps: SapienDeps) {
  if (picture_hash === null) return { stored: {}, signs: [] };
  const signs = await findSentBefore({ ...credential, picture_hash }, deps);
  return { stored: { picture_hash, picture_bands: bandsOf(picture_hash) }, signs };
}

/** A repeated request may have created the credential already: then that one is the result. */
async function createIdempotently(wanted: Credential, { Credential }: SapienDeps): Promise<Credential> {
  try {
    return (await Credential.create(wanted)).toObject();
  } catch (error) {
    const { uuid } = wanted;
    const earlier = duplicateKeys(error) && (await Credential.findOne({ uuid }).lean());
    if (!earlier) throw error;
    return earlier;
  }
}

export const pictureNames = ({ faces, ...sides }: Pictures): string[] => [...Object.values(sides), ...faces];

/** Writes pictures to the storage under random names, each after its record. */
function pictureWriter(credential_uuid: string, { Picture, storage }: SapienDeps) {
  const write = async (path: string, type: string) => {
    const name = randomUUID();
    await Picture.create({ name, credential_uuid, type, kept: false, created_at: new Date() });
    await storage.keep(storageKey(name), path);
    return name;
  };
  return {
    file: ({ path, type }: UploadedFile) => write(path, type),
    async bytes(jpeg: Uint8Array) {
      const path = join(storage.tempDir, randomUUID());
      try {
        await writeFile(path, jpeg, { mode: 0o600 });
        return await write(path, 'image/jpeg');
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}
